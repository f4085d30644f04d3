// What calls of the MCI source are bound by, in one table; the bounds of rendering are with the engine.

export const MCI_LIMITS = {
  timeoutMs: { value: 30_000, doc: 'An HTTP request or a command without `timeout_ms`' },
  maxResponseBytes: { value: 10_485_760, doc: 'An HTTP response, also after decompression' },
  maxOutputBytes: { value: 10_485_760, doc: 'The stdout of a command' },
  maxStderrBytes: { value: 65_536, doc: 'The end of stderr that is kept of a command' },
  maxFileBytes: { value: 10_485_760, doc: 'A file that a file tool reads' },
  maxErrorBodyBytes: { value: 65_536, doc: 'The body of an HTTP error that is kept' },
  maxRedirects: { value: 20, doc: 'Redirects of one HTTP request' },
  maxConcurrent: { value: 16, doc: 'Commands running at once' },
  backoffMs: { value: 500, doc: 'The pause before a second attempt without `backoff_ms`' },
  maxRetryWaitMs: { value: 300_000, doc: 'A longer `Retry-After` ends the attempts' },
  tokenMs: { value: 30_000, doc: 'A request for an OAuth2 token' },
  maxTokenBytes: { value: 1_048_576, doc: 'The answer of a token endpoint' },
  tokenMarginMs: { value: 30_000, doc: 'How long before its end an OAuth2 token is renewed' },
  serverMs: { value: 30_000, doc: 'Connecting to an MCP server and listing its tools' },
  serverRetryMs: { value: 30_000, doc: 'How long a failing MCP server is left alone' },
  expDays: { value: 30, doc: 'Days until a cached toolset of an MCP server expires' },
} as const;
