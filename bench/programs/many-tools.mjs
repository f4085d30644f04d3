// A server with as many tools as its first argument says.
import { answerLines, welcome } from './answer-lines.mjs';

const TOOLS = Array.from({ length: Number(process.argv[2]) }, (_, at) => ({
  name: `tool_${at}`,
  description: `Does thing number ${at}.\nAnd says so.`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Whom it is about.' },
      count: { type: 'integer', minimum: 0 },
      color: { enum: ['red', 'green', 'blue'] },
      nested: {
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string' } } },
      },
    },
    required: ['name'],
  },
  outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}));

answerLines({
  initialize: welcome('many'),
  'tools/list': () => ({ tools: TOOLS }),
});
