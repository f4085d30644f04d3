// A server of a few lines with one tool, as users write them without any library.
import { answerLines, welcome } from './answer-lines.mjs';

const TOOL = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
};

answerLines({
  initialize: welcome('small'),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: params.arguments.message }] }),
});
