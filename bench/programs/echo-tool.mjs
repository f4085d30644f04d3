// The tool every echo server of the benchmark offers, and what a call of it answers.

export const SERVER_INFO = { name: 'bench', version: '1.0.0' };

export const ECHO = {
  description: 'Says what it was told',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string', maxLength: 1000 } },
    required: ['message'],
    additionalProperties: false,
  },
};

/** What each era puts around the content. */
const RESULTS = {
  2025: (content) => ({ content }),
  2026: (content) => ({
    resultType: 'complete',
    content,
    _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
  }),
};

/** The reply of a server that checks nothing, as text. */
export function bareEcho(era) {
  const toResult = RESULTS[era];
  return (text) => {
    const { id, params } = JSON.parse(text);
    const content = [{ type: 'text', text: params.arguments.message }];
    return JSON.stringify({ jsonrpc: '2.0', id, result: toResult(content) });
  };
}

/** Many tools of an ordinary size, for lists. */
export function manyTools(count) {
  return Array.from({ length: count }, (_, at) => [
    `tool_${String(at).padStart(4, '0')}`,
    {
      description: `Looks up record ${at} and returns the fields that were asked for`,
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Which record' },
          fields: { type: 'array', items: { type: 'string' }, description: 'Which fields of it' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        },
        required: ['id'],
        additionalProperties: false,
      },
    },
  ]);
}
