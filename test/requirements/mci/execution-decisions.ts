// What Plugboard decided beyond the MCI specification: running tools, results, paths and secrets.

export const MCI_EXECUTION_DECISIONS = [
  // CLI flags and values
  { id: 'mci-decision:flags:long-flag-equals', quote: 'Value flags: --file=x for long flags' },
  { id: 'mci-decision:flags:short-flag-two-arguments', quote: 'two arguments for short ones' },
  {
    id: 'mci-decision:flags:style-selectable',
    quote: 'both forms selectable with "style": "equals" | "space" on the flag',
  },
  {
    id: 'mci-decision:option-like:refused',
    quote: 'would stand at the start of a CLI argument is refused with a clear error',
  },
  {
    id: 'mci-decision:option-like:allowed-by-tool',
    quote: 'unless the tool says "allowOptionLikeValues": true',
  },
  { id: 'mci-decision:option-like:numbers-pass', quote: 'numbers pass' },
  // Results
  {
    id: 'mci-decision:result:mcp-content-with-is-error',
    quote: 'Results: as MCP content with isError',
  },
  {
    id: 'mci-decision:result:library-shape',
    quote: '{isError, content, error, metadata} is what the library returns',
  },
  { id: 'mci-decision:result:metadata-in-meta', quote: 'metadata rides in _meta on the wire' },
  { id: 'mci-decision:result:http-error-keeps-status', quote: 'HTTP errors keep status' },
  { id: 'mci-decision:result:http-error-keeps-body', quote: 'HTTP errors keep status and body.' },
  {
    id: 'mci-decision:result:texts-as-specified',
    quote:
      'Error texts and metadata literally as in the specification\'s "Execution Result Format"',
  },
  { id: 'mci-decision:result:stderr-trimmed-at-end', quote: 'stderr trimmed at the end' },
  { id: 'mci-decision:result:bytes-raw', quote: '*_bytes raw' },
  // Retries
  { id: 'mci-decision:retries:attempts-in-total', quote: 'attempts in total' },
  { id: 'mci-decision:retries:on-429', quote: 'Retries: 429' },
  { id: 'mci-decision:retries:on-5xx', quote: 'Retries: 5xx' },
  { id: 'mci-decision:retries:on-connection-errors', quote: 'Retries: connection errors' },
  { id: 'mci-decision:retries:every-method', quote: 'every method, because the author asked' },
  {
    id: 'mci-decision:retries:post-and-patch-limited',
    quote: 'POST and PATCH only on connection refused, 429, 502, 503, 504',
  },
  { id: 'mci-decision:retries:exponential-backoff', quote: 'exponential backoff with jitter' },
  { id: 'mci-decision:retries:retry-after-honoured', quote: 'Retry-After honoured' },
  {
    id: 'mci-decision:oauth2:token-cached',
    quote: 'OAuth2 tokens are cached until shortly before expiry.',
  },
  // Timeouts and children
  { id: 'mci-decision:timeout:exact', quote: 'timeout_ms is exact' },
  { id: 'mci-decision:timeout:zero-means-none', quote: '0 means none' },
  { id: 'mci-decision:timeout:covers-whole-call', quote: 'covers the whole call' },
  { id: 'mci-decision:timeout:process-group-dies', quote: 'the process group dies with it' },
  { id: 'mci-decision:child:stdin-empty', quote: 'Child stdin is empty.' },
  {
    id: 'mci-decision:child:default-cwd-schema-directory',
    quote: 'default cwd = schema directory',
  },
  // Paths
  {
    id: 'mci-decision:paths:relative-to-schema-directory',
    quote: "Relative paths resolve once against the schema's directory",
  },
  { id: 'mci-decision:paths:same-real-path-opened', quote: 'that same real path is opened' },
  {
    id: 'mci-decision:paths:tool-overrides-schema',
    quote: "Tool-level path settings override the schema's, as the specification says",
  },
  {
    id: 'mci-decision:paths:toolset-tool-cannot-widen',
    quote: 'a tool that came from a toolset cannot widen what the main schema allows',
  },
  {
    id: 'mci-decision:paths:server-tool-cannot-widen',
    quote: 'a tool that came from an MCP server cannot widen what the main schema allows',
  },
  {
    id: 'mci-decision:paths:present-empty-list-overrides',
    quote: 'Present path settings override, also when empty',
  },
  {
    id: 'mci-decision:paths:present-false-overrides',
    quote: 'Present path settings override, also when empty or false.',
  },
  { id: 'mci-decision:paths:file-path-checked', quote: 'Checked paths: path' },
  { id: 'mci-decision:paths:cwd-checked', quote: 'Checked paths: path, cwd' },
  {
    id: 'mci-decision:paths:command-with-separator-checked',
    quote: 'a command that contains a separator',
  },
  // URLs
  {
    id: 'mci-decision:url:props-in-path-encoded',
    quote: 'Values from props that land in the path of a URL are percent-encoded',
  },
  {
    id: 'mci-decision:url:props-in-query-encoded',
    quote: 'Values from props that land in the query of a URL are percent-encoded',
  },
  {
    id: 'mci-decision:url:base-address-not-encoded',
    quote: 'a value at the very start of the URL (a base address) is not',
  },
  { id: 'mci-decision:url:env-not-encoded', quote: 'values from env are not' },
  {
    id: 'mci-decision:url:authority-one-label-or-port',
    quote: 'within the authority of a URL must be one host label or a port, else refused',
  },
  // Secrets
  {
    id: 'mci-decision:secrets:authorization-stays-on-origin',
    quote: 'Credentials (Authorization) never follow a redirect to another origin.',
  },
  {
    id: 'mci-decision:secrets:api-key-headers-stay-on-origin',
    quote: 'Credentials (API-key headers) never follow a redirect to another origin.',
  },
  {
    id: 'mci-decision:secrets:cookies-stay-on-origin',
    quote: 'Credentials (cookies) never follow a redirect to another origin.',
  },
  { id: 'mci-decision:secrets:not-in-error-texts', quote: 'Secrets never appear in error texts' },
  { id: 'mci-decision:secrets:not-in-logs', quote: 'Secrets never appear in error texts or logs.' },
] as const;
