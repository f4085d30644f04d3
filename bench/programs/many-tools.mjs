// A server with as many tools as its first argument says.
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

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'many', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: TOOLS }),
};

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = answers[method]?.(params) ?? {};
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }
});
