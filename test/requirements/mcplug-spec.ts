// What the mcplug specification promises of its commands, arguments, transports, errors and library.

export const MCPLUG_SPEC = [
  // Intent
  {
    id: 'mcplug:intent:from-scripts-and-terminals',
    quote: 'Call MCP tools from scripts and terminals',
  },
  {
    id: 'mcplug:intent:servers-of-editors',
    quote: 'Discover and invoke MCP servers configured in Cursor, Claude, VS Code, etc.',
  },
  {
    id: 'mcplug:intent:embeds-as-library',
    quote: 'Rust applications embed MCP calling via mcplug crate dependency',
  },
  {
    id: 'mcplug:intent:change-the-binary-name',
    quote: 'Existing mcporter users migrate by changing the binary name',
  },
  {
    id: 'mcplug:intent:commands',
    quote: 'All CLI commands from mcporter are supported: list, call',
  },
  {
    id: 'mcplug:intent:library-functions',
    quote: "async API equivalent to mcporter's callOnce, createRuntime, createServerProxy",
  },
  {
    id: 'mcplug:intent:transports-connect',
    quote: 'stdio and HTTP/SSE transports connect to MCP servers correctly',
  },
  // list
  {
    id: 'mcplug:list:all',
    quote: 'mcplug list: Display all configured servers with connection status',
  },
  {
    id: 'mcplug:list:one',
    quote: 'mcplug list <server>: Display tools for a specific server as function signatures',
  },
  {
    id: 'mcplug:list:http-url',
    quote: 'mcplug list --http-url <url>: Query an ad-hoc HTTP endpoint',
  },
  { id: 'mcplug:list:stdio', quote: 'mcplug list --stdio "<cmd>": Query an ad-hoc stdio server' },
  {
    id: 'mcplug:list:json',
    quote: 'mcplug list --json: Machine-readable output with status counts',
  },
  { id: 'mcplug:list:required-always', quote: 'Required parameters always shown.' },
  {
    id: 'mcplug:list:optional-hidden',
    quote: 'Optional parameters hidden unless --all-parameters flag is set',
  },
  {
    id: 'mcplug:list:fewer-than-five',
    quote: 'or there are fewer than 5 required parameters',
  },
  { id: 'mcplug:list:timeout-default', quote: 'Timeout: 30 seconds default. (list)' },
  {
    id: 'mcplug:list:timeout-variable',
    quote: 'Override with MCPLUG_LIST_TIMEOUT environment variable.',
  },
  {
    id: 'mcplug:list:status-auth',
    quote:
      'Servers requiring OAuth that lack cached tokens report status auth in mcplug list --json.',
  },
  // call
  {
    id: 'mcplug:call:selector',
    quote: 'mcplug call <server>.<tool> [args]: Call a tool with arguments',
  },
  {
    id: 'mcplug:call:shorthand',
    quote: 'mcplug <server>.<tool> [args]: Shorthand — infers call verb',
  },
  {
    id: 'mcplug:call:function-syntax',
    quote: "mcplug call '<server>.<tool>(args)': Function-call syntax",
  },
  { id: 'mcplug:call:timeout-default', quote: 'Timeout: 30 seconds default. (call)' },
  {
    id: 'mcplug:call:timeout-variable',
    quote: 'Override with MCPLUG_CALL_TIMEOUT environment variable.',
  },
  { id: 'mcplug:call:pretty', quote: '(default) Pretty-printed, colorized for TTY' },
  { id: 'mcplug:call:raw', quote: '--raw: Unformatted output' },
  { id: 'mcplug:call:json', quote: '--json: JSON output' },
  { id: 'mcplug:call:output', quote: '--output json|raw: Explicit output format' },
  // config
  { id: 'mcplug:config:add', quote: 'mcplug config add: Interactive: add a new server definition' },
  {
    id: 'mcplug:config:show',
    quote: 'mcplug config show: Display merged config with source annotations',
  },
  // Argument parsing
  {
    id: 'mcplug:args:normalized',
    quote: 'multiple formats, normalized to a key-value map before invocation',
  },
  { id: 'mcplug:args:colon', quote: 'Colon-delimited: key:value' },
  { id: 'mcplug:args:equals', quote: 'Equals: key=value' },
  {
    id: 'mcplug:args:colon-space',
    quote: 'Colon with space: key: value, within quoted function-call strings',
  },
  {
    id: 'mcplug:args:function-call',
    quote: `Function-call: 'tool(key: "value")', supports nested objects and arrays`,
  },
  {
    id: 'mcplug:args:positional',
    quote: `Positional: 'tool("value")', maps to schema-required fields in order`,
  },
  {
    id: 'mcplug:args:typo-suggested',
    quote: 'within threshold (Levenshtein distance <= 2), suggest it with "Did you mean...?"',
  },
  { id: 'mcplug:args:typo-single-match', quote: 'If a single match is within threshold' },
  { id: 'mcplug:args:typo-not-executed', quote: 'Do not auto-execute.' },
  // stdio
  {
    id: 'mcplug:stdio:spawn',
    quote: 'Spawn a child process with specified command and args',
  },
  { id: 'mcplug:stdio:json-rpc', quote: 'Communicate via JSON-RPC over stdin/stdout' },
  {
    id: 'mcplug:stdio:environment',
    quote: 'Process inherits calling shell environment, merged with env from config',
  },
  {
    id: 'mcplug:stdio:working-directory',
    quote: 'Working directory: directory containing the config file that defined the server',
  },
  { id: 'mcplug:stdio:cwd-flag', quote: 'Override with --cwd <path>' },
  { id: 'mcplug:stdio:root-flag', quote: 'or --root <path>' },
  {
    id: 'mcplug:stdio:ad-hoc-list',
    quote: 'mcplug list --stdio "npx -y some-mcp-server"',
  },
  { id: 'mcplug:stdio:ad-hoc-call', quote: 'mcplug call --stdio "..." server.tool args' },
  // HTTP/SSE
  { id: 'mcplug:http:base-url', quote: 'Connect to baseUrl via HTTP' },
  { id: 'mcplug:http:sse', quote: 'Use Server-Sent Events (SSE) for streaming responses' },
  { id: 'mcplug:http:headers', quote: 'Include headers from config in all requests' },
  { id: 'mcplug:http:cleartext', quote: 'Cleartext HTTP requires --allow-http flag' },
  { id: 'mcplug:http:ad-hoc', quote: 'mcplug list --http-url https://mcp.example.com/mcp' },
  // Transport trait
  {
    id: 'mcplug:transport:initialize',
    quote: 'async fn initialize(&mut self) -> Result<ServerInfo>',
  },
  { id: 'mcplug:transport:list-tools', quote: 'async fn list_tools(&self)' },
  { id: 'mcplug:transport:call-tool', quote: 'async fn call_tool(&self, name, args)' },
  { id: 'mcplug:transport:close', quote: 'async fn close(&mut self)' },
  {
    id: 'mcplug:transport:both',
    quote: 'Both StdioTransport and HttpSseTransport implement this trait.',
  },
  // Library
  { id: 'mcplug:library:call-once', quote: 'call_once("firecrawl", "crawl", json!({...}))' },
  { id: 'mcplug:library:from-config', quote: 'let runtime = Runtime::from_config().await?' },
  {
    id: 'mcplug:library:call-tool',
    quote: 'runtime.call_tool("context7", "resolve-library-id", ...)',
  },
  { id: 'mcplug:library:close', quote: 'runtime.close().await?' },
  { id: 'mcplug:library:pooling', quote: 'Runtime with Connection Pooling' },
  { id: 'mcplug:library:proxy', quote: 'ServerProxy::new(&runtime, "chrome-devtools")' },
  { id: 'mcplug:library:proxy-call', quote: 'chrome.call("takeSnapshot", json!({})).await?' },
  { id: 'mcplug:result:text', quote: '.text(): Plain text extraction from content blocks' },
  { id: 'mcplug:result:json', quote: '.json::<T>(): Deserialize content as type T' },
  { id: 'mcplug:result:markdown', quote: '.markdown(): Markdown-formatted content' },
  { id: 'mcplug:result:content', quote: '.content(): Raw content blocks' },
  { id: 'mcplug:result:raw', quote: '.raw(): Full MCP response envelope' },
  // Errors of the command line
  {
    id: 'mcplug:error:unknown-server',
    quote: `Unknown server: Exit 1, print "Server '<name>' not found. Available: ..."`,
  },
  {
    id: 'mcplug:error:unknown-tool',
    quote: `Unknown tool: Exit 1, print "Tool '<name>' not found on <server>." + typo suggestion`,
  },
  {
    id: 'mcplug:error:connection-refused',
    quote: 'Connection refused: Exit 1, print "Cannot connect to <server>: <reason>"',
  },
  {
    id: 'mcplug:error:timeout',
    quote: 'Timeout: Exit 1, print "Timeout after <N>s calling <server>.<tool>"',
  },
  {
    id: 'mcplug:error:missing-argument',
    quote: 'Missing required arg: Exit 1, print "Missing required argument: <name>"',
  },
  {
    id: 'mcplug:error:argument-format',
    quote: 'Invalid arg format: Exit 1, print "Cannot parse arguments: <detail>"',
  },
  {
    id: 'mcplug:error:auth-required',
    quote: `Exit 1, print "Server '<name>' requires authentication. Run: mcplug auth <name>"`,
  },
  {
    id: 'mcplug:error:config',
    quote: 'Config parse error: Exit 1, print "Error in config <path>: <detail>"',
  },
  {
    id: 'mcplug:error:variable',
    quote: `Exit 1, print "Environment variable '<name>' is not set (referenced in <path>)"`,
  },
  {
    id: 'mcplug:error:json-shape',
    quote: '{ "error": { "server", "tool", "message", "code" } }',
  },
  {
    id: 'mcplug:error:json-codes',
    quote: 'connection_refused | timeout | auth_required | not_found | parse_error | config_error',
  },
  {
    id: 'mcplug:error:json-on-output-json',
    quote: 'When --json or --output json is active, errors are emitted as',
  },
  { id: 'mcplug:error:exit-1', quote: 'Exit code is always non-zero (1) for errors.' },
  // Errors of the library
  { id: 'mcplug:library-error:typed', quote: 'The library uses a typed error enum' },
  { id: 'mcplug:library-error:server-not-found', quote: 'ServerNotFound(String)' },
  { id: 'mcplug:library-error:tool-not-found', quote: 'ToolNotFound { server, tool }' },
  { id: 'mcplug:library-error:connection', quote: 'ConnectionFailed { server, source }' },
  { id: 'mcplug:library-error:timeout', quote: 'Timeout { server, tool, duration }' },
  { id: 'mcplug:library-error:auth', quote: 'AuthRequired(String)' },
  { id: 'mcplug:library-error:config', quote: 'ConfigError { path, detail }' },
  { id: 'mcplug:library-error:display', quote: 'Implements std::error::Error and Display.' },
  // Ad-hoc connections
  {
    id: 'mcplug:ad-hoc:http-url',
    quote: '--http-url <url>: Connect to an HTTP/SSE endpoint without config',
  },
  { id: 'mcplug:ad-hoc:stdio', quote: '--stdio "<cmd>": Spawn a stdio server without config' },
  {
    id: 'mcplug:ad-hoc:name',
    quote: '--name <name>: Assign a name to the ad-hoc server',
  },
  { id: 'mcplug:ad-hoc:name-default', quote: '(default: derived from URL/command)' },
  {
    id: 'mcplug:ad-hoc:persist',
    quote: '--persist <path>: Save the ad-hoc definition to a config file',
  },
  { id: 'mcplug:ad-hoc:allow-http', quote: '--allow-http: Permit cleartext HTTP connections' },
  {
    id: 'mcplug:ad-hoc:env',
    quote: '--env KEY=value: Inject environment variables for stdio servers',
  },
  { id: 'mcplug:ad-hoc:ephemeral', quote: 'Ad-hoc connections are ephemeral by default.' },
  { id: 'mcplug:ad-hoc:persist-for-later', quote: 'Use --persist to save for future use.' },
  // Patterns
  {
    id: 'mcplug:pattern:transport-agnostic',
    quote: 'All transports implement the same trait; callers are transport-agnostic',
  },
  {
    id: 'mcplug:pattern:timeout',
    quote: 'Every network/process operation has a configurable timeout with a sensible default',
  },
  { id: 'mcplug:pattern:env-prefix', quote: 'All mcplug env vars prefixed with MCPLUG_' },
  {
    id: 'mcplug:pattern:json-everywhere',
    quote: '--json flag on any command produces machine-readable JSON to stdout',
  },
  { id: 'mcplug:pattern:exit-codes', quote: '0 = success, 1 = error. No other exit codes.' },
  {
    id: 'mcplug:pattern:ad-hoc-anywhere',
    quote: 'Any configured operation can be performed ad-hoc with --http-url or --stdio flags',
  },
  // Output conventions
  { id: 'mcplug:output:tty', quote: 'TTY stdout: Colorized, human-readable' },
  { id: 'mcplug:output:non-tty', quote: 'Non-TTY stdout: Plain text, no colors' },
  { id: 'mcplug:output:json', quote: '--json: JSON to stdout' },
  { id: 'mcplug:output:raw', quote: '--raw: Unformatted MCP response content' },
  {
    id: 'mcplug:output:errors',
    quote: 'Errors: stderr (human-readable) or structured JSON to stdout when --json',
  },
  {
    id: 'mcplug:output:logs',
    quote: 'Logs: stderr, controlled by MCPLUG_LOG_LEVEL (debug, info, warn, error)',
  },
  // Environment variables
  { id: 'mcplug:env:config', quote: 'MCPLUG_CONFIG: Override config file path' },
  {
    id: 'mcplug:env:list-timeout',
    quote: 'MCPLUG_LIST_TIMEOUT 30000: List operation timeout (ms)',
  },
  {
    id: 'mcplug:env:call-timeout',
    quote: 'MCPLUG_CALL_TIMEOUT 30000: Call operation timeout (ms)',
  },
  { id: 'mcplug:env:log-level', quote: 'MCPLUG_LOG_LEVEL warn: Logging verbosity' },
  {
    id: 'mcplug:env:debug-hang',
    quote: 'MCPLUG_DEBUG_HANG: Enable hang debugging diagnostics',
  },
  // Decisions
  {
    id: 'mcplug:decision:first-separator',
    quote: 'url=https://x and url:https://x?a=b both give key url',
  },
  { id: 'mcplug:decision:schema-coercion', quote: "Coercion follows the tool's input schema" },
  {
    id: 'mcplug:decision:unknown-argument',
    quote: 'Unknown arguments: refused with a suggestion when additionalProperties is false',
  },
  {
    id: 'mcplug:decision:json-arguments',
    quote: 'call ... --json followed by {...} or - = arguments',
  },
  { id: 'mcplug:decision:is-error-exits-1', quote: 'a tool result with isError exits 1' },
  {
    id: 'mcplug:decision:broken-entry-alone',
    quote: 'One unset variable or one broken server entry breaks only that server',
  },
  {
    id: 'mcplug:decision:progress-extends',
    quote: 'progress extends a call up to ten times its timeout',
  },
  {
    id: 'mcplug:decision:start-has-its-budget',
    quote:
      'MCPLUG_CALL_TIMEOUT counts from the connected server, starting has its own equal budget',
  },
  { id: 'mcplug:decision:add-with-flags', quote: 'config add with flags asks nothing' },
  { id: 'mcplug:decision:add-eof', quote: 'EOF at a prompt is exit 1' },
  { id: 'mcplug:decision:epipe', quote: 'EPIPE (| head) ends quietly' },
  { id: 'mcplug:decision:colour-variables', quote: 'NO_COLOR, FORCE_COLOR are honoured' },
  { id: 'mcplug:decision:proxies', quote: 'HTTPS_PROXY, NO_PROXY are honoured' },
  { id: 'mcplug:decision:loopback', quote: 'Cleartext http:// is allowed to loopback' },
  { id: 'mcplug:decision:allow-http-entry', quote: 'or "allowHttp": true on the entry' },
  {
    id: 'mcplug:decision:mcporter-fields',
    quote: "mcporter's key names are added beside them where they do not clash",
  },
  {
    id: 'mcplug:decision:list-shape',
    quote: 'list --json: the counts and shape of section 3, plus status auth',
  },
  // The issue: beyond the specification
  { id: 'client:args:json-value', quote: 'k:=json' },
  { id: 'client:args:file', quote: 'k=@file' },
  { id: 'client:args:args-flag', quote: "--args '{...}', --args -" },
  { id: 'client:args:flags', quote: '--k v' },
  { id: 'client:args:enum', quote: 'required and enum values are checked before the call' },
  { id: 'client:output:formats', quote: '--output json|raw|text|markdown' },
  { id: 'client:output:save', quote: 'images and audio saved with --save <dir>' },
  { id: 'client:output:whole', quote: 'long text never truncated when piped' },
  { id: 'client:output:progress', quote: 'a progress bar from MCP progress on a TTY' },
  { id: 'client:list:parallel', quote: 'all servers in parallel with per-server deadline' },
  { id: 'client:list:live-line', quote: 'a live progress line on a TTY' },
  { id: 'client:list:statuses', quote: 'status ok/auth/offline/error' },
  { id: 'client:resource', quote: 'resource (list, templates, read)' },
  { id: 'client:prompt', quote: 'prompt (list, get)' },
  { id: 'client:complete', quote: 'complete' },
  { id: 'client:serve:servers', quote: 'serve <server>... and serve --all' },
  { id: 'client:serve:one-failing', quote: 'one failing server never hides the rest' },
  { id: 'client:config:actions', quote: 'config show|add|get|remove|import|doctor' },
  { id: 'client:completion', quote: 'shell completion for bash, zsh and fish' },
  { id: 'client:elicitation:terminal', quote: "on a TTY the server's form is asked as prompts" },
  { id: 'client:elicitation:url', quote: 'URL mode opens after confirmation' },
  { id: 'client:elicitation:declined', quote: 'without a TTY it is declined' },
  { id: 'client:elicitation:flag', quote: "or answered from --elicit '{...}'" },
  { id: 'client:pagination', quote: 'pagination followed to the end' },
  { id: 'client:cancel', quote: 'cancellation sent on Ctrl-C and on timeout' },
  { id: 'client:stderr-tail', quote: 'server stderr kept (tail shown when the server dies)' },
  {
    id: 'client:isolated-environment',
    quote: 'The environment given to one server is never visible to another.',
  },
  {
    id: 'client:revisions',
    quote: 'protocol negotiation from 2026-07-28 down to 2024-11-05',
  },
  { id: 'client:fallback', quote: 'Streamable HTTP and legacy HTTP+SSE with automatic fallback' },
  { id: 'client:quotes', quote: `quoted --stdio "cmd with 'quotes'"` },
  { id: 'client:library:parallel', quote: 'parallel calls to one server' },
  { id: 'client:library:abort', quote: 'AbortSignal, timeouts, progress callbacks' },
  { id: 'client:library:proxy-methods', quote: 'ServerProxy with camelCase methods' },
  { id: 'client:library:disposable', quote: 'Everything disposable with await using.' },
] as const;
