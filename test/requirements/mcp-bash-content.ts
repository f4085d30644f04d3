// What the mcp-bash specification and its contract promise of resources, prompts, completions and
// of the commands around a project, as id + quote.

export const MCP_BASH_CONTENT = [
  // Resources
  {
    id: 'bash-content:resource:list',
    quote: 'Items on the wire hold only MCP fields plus _meta; path stays in the registry file',
  },
  {
    id: 'bash-content:resource:by-name',
    quote: 'resources/read accepts name and/or uri',
  },
  {
    id: 'bash-content:resource:mime',
    quote: 'declared mimeType wins; any size up to the limit',
  },
  {
    id: 'bash-content:resource:blob',
    quote: 'blob if mime is image/audio/video/pdf/zip/octet-stream or not textual, or NUL',
  },
  {
    id: 'bash-content:resource:limit',
    quote: 'MCPBASH_MAX_RESOURCE_BYTES (default same as output limit)',
  },
  {
    id: 'bash-content:resource:no-parts',
    quote: 'Oversized tool/resource outputs: -32603 error; partial payloads are never returned',
  },
  {
    id: 'bash-content:resource:errors',
    quote: 'Resource failures: use JSON-RPC error objects; no isError flag',
  },
  {
    id: 'bash-content:resource:unsupported',
    quote: 'unrecognised schemes are rejected if the provider script is unavailable',
  },
  {
    id: 'bash-content:template:list',
    quote: 'resources/templates/list: name, uriTemplate, description, mimeType',
  },
  {
    id: 'bash-content:template:read',
    quote: 'Clients expand the URI template and call resources/read with the concrete URI',
  },
  {
    id: 'bash-content:template:variables',
    quote: 'provider env MCP_RESOURCE_TEMPLATE_NAME/_VARS',
  },
  {
    id: 'bash-content:subscription:watched',
    quote: 'subscriptions (watched, not polled, where a file is behind them)',
  },
  {
    id: 'bash-content:subscription:polled',
    quote: 'poller every MCPBASH_RESOURCES_POLL_INTERVAL_SECS compares what is read',
  },
  {
    id: 'bash-content:subscription:reads-once',
    quote: 'subscribe reads once',
  },
  // Providers
  { id: 'bash-content:provider:file', quote: 'file provider handles file:// URIs' },
  {
    id: 'bash-content:provider:file-roots',
    quote: 'Enforces roots (MCPBASH_ROOTS, config/roots.json, or client roots)',
  },
  {
    id: 'bash-content:provider:file-closed',
    quote: 'The file provider fails closed if no resource roots are configured',
  },
  {
    id: 'bash-content:provider:file-missing-roots',
    quote: 'missing/non-existent roots are ignored',
  },
  {
    id: 'bash-content:provider:resource-roots',
    quote: 'Scope filesystem access for resource providers with MCP_RESOURCES_ROOTS',
  },
  {
    id: 'bash-content:provider:file-relative',
    quote: 'file://./x resolves against the resources folder, then the project root',
  },
  { id: 'bash-content:provider:file-decoded', quote: 'percent-decoded file URIs' },
  { id: 'bash-content:provider:file-links', quote: 'regular non-symlink file under roots' },
  {
    id: 'bash-content:provider:file-exits',
    quote: 'exit 2 (outside allowed roots) → -32603; exit 3 (missing file) → -32601',
  },
  {
    id: 'bash-content:provider:https',
    quote: 'https provider handles https:// URIs with timeout/size guardrails',
  },
  {
    id: 'bash-content:provider:https-hosts',
    quote: 'MCPBASH_HTTPS_ALLOW_HOSTS / MCPBASH_HTTPS_DENY_HOSTS',
  },
  {
    id: 'bash-content:provider:https-declared',
    quote: 'a host in a declared resource URI is allowed; others need the allow list',
  },
  {
    id: 'bash-content:provider:https-private',
    quote: 'private/loopback always blocked',
  },
  {
    id: 'bash-content:provider:https-redirects',
    quote: 'Redirects and insecure protocols are disabled',
  },
  {
    id: 'bash-content:provider:https-pinned',
    quote: 'SSRF guards with DNS pinning',
  },
  {
    id: 'bash-content:provider:https-caps',
    quote: 'MCPBASH_HTTPS_TIMEOUT (≤60s) and MCPBASH_HTTPS_MAX_BYTES (≤20MB)',
  },
  {
    id: 'bash-content:provider:https-exits',
    quote: 'exit 4 → -32602; 5 (network/timeout) → -32603; 6 (payload too large) → -32603',
  },
  {
    id: 'bash-content:provider:https-program',
    quote: '$MCPBASH_HTTPS_PROVIDER URI prints the content, or says why not: 4, 5, 6, 7',
  },
  {
    id: 'bash-content:provider:git-off',
    quote: 'git provider is disabled by default (enable with MCPBASH_ENABLE_GIT_PROVIDER=true)',
  },
  {
    id: 'bash-content:provider:git-hosts',
    quote: 'MCPBASH_GIT_ALLOW_HOSTS / MCPBASH_GIT_DENY_HOSTS (private/loopback always blocked)',
  },
  { id: 'bash-content:provider:git', quote: 'Uses shallow clones with time and size limits' },
  {
    id: 'bash-content:provider:git-caps',
    quote: 'MCPBASH_GIT_TIMEOUT (capped at 60s), MCPBASH_GIT_MAX_KB (capped at 1GB)',
  },
  {
    id: 'bash-content:provider:git-exits',
    quote: 'exit 4 (invalid URI) → -32602; exit 5 (clone/fetch failure) → -32603',
  },
  { id: 'bash-content:provider:echo', quote: 'echo://text (%20 decoded)' },
  { id: 'bash-content:provider:ui', quote: 'resources/read returns static HTML, _meta.ui' },
  {
    id: 'bash-content:provider:script',
    quote: "a project's own providers/<scheme>.sh run as before",
  },
  {
    id: 'bash-content:provider:script-env',
    quote: 'MCPBASH_PROVIDER_ENV_MODE isolate|allowlist|inherit',
  },
  {
    id: 'bash-content:provider:other-exits',
    quote: 'Any other provider exit → -32603 with stderr text when available',
  },
  // Prompts
  {
    id: 'bash-content:prompt:list',
    quote: 'prompts/list converts JSON-schema arguments to [{name,description,required}]',
  },
  { id: 'bash-content:prompt:render', quote: 'Templates are plain text; example: Hello {{var}}!' },
  {
    id: 'bash-content:prompt:one-pass',
    quote: 'one pass, values inserted as they are, unknown placeholders kept',
  },
  {
    id: 'bash-content:prompt:required',
    quote: 'required arguments enforced with -32602',
  },
  { id: 'bash-content:prompt:role', quote: 'Optional role is preserved for rendering' },
  { id: 'bash-content:prompt:unknown', quote: 'Unknown prompt → -32602' },
  // Completions
  {
    id: 'bash-content:completion:manual',
    quote: 'mcp_completion_register_manual {"name","path","timeoutSecs"}',
  },
  {
    id: 'bash-content:completion:path',
    quote: 'Completion script paths are resolved relative to MCPBASH_PROJECT_ROOT',
  },
  {
    id: 'bash-content:completion:beside',
    quote: '<prompt path>[.completion.sh|.completion] or stem variant, same for resources',
  },
  { id: 'bash-content:completion:env', quote: 'MCP_COMPLETION_{NAME,ARGS_JSON,LIMIT,OFFSET}' },
  {
    id: 'bash-content:completion:answers',
    quote: '[…strings] or {suggestions:[…],hasMore?}; non-JSON → empty list',
  },
  {
    id: 'bash-content:completion:failures',
    quote: 'non-string items → -32603; exit≠0 → -32603 stderr; scripts time out',
  },
  { id: 'bash-content:completion:builtin', quote: 'builtin (v, v snippet, v example)' },
  // Commands
  {
    id: 'bash-cli:init',
    quote: 'Initialize in current directory: init [--name NAME] [--no-hello]',
  },
  { id: 'bash-cli:new', quote: 'new NAME [--no-hello]: refuses existing dir (1)' },
  { id: 'bash-cli:scaffold-server', quote: 'scaffold server <name>: full project, new directory' },
  {
    id: 'bash-cli:scaffold',
    quote: 'Scaffold assets in an existing project: scaffold tool|prompt|resource <name>',
  },
  { id: 'bash-cli:scaffold-completion', quote: 'completion appends to server.d/register.sh' },
  { id: 'bash-cli:scaffold-ui', quote: 'scaffold ui N [--tool T] / test' },
  { id: 'bash-cli:scaffold-refuses', quote: 'existing target/invalid name → 1; a dot is refused' },
  {
    id: 'bash-cli:scaffold-works',
    quote: 'Standard pattern (see scaffold/tool/tool.sh): what is laid out runs',
  },
  { id: 'bash-cli:config', quote: 'config [--project-root DIR] [--show|--json|--client NAME]' },
  { id: 'bash-cli:config-wrapper', quote: '--wrapper → stdout if piped, else writes <name>.sh' },
  { id: 'bash-cli:config-inspector', quote: 'config --inspector' },
  { id: 'bash-cli:doctor', quote: 'Environment diagnostics: doctor [--json]' },
  {
    id: 'bash-cli:doctor-json',
    quote: '{schemaVersion:1,exitCode,findings,proposedActions,actionsTaken,framework,runtime,…}',
  },
  { id: 'bash-cli:doctor-fix', quote: 'doctor [--fix|--dry-run]' },
  { id: 'bash-cli:doctor-refusal', quote: 'doctor: 3 policy refusal' },
  { id: 'bash-cli:doctor-min-version', quote: 'doctor [--min-version V]' },
  { id: 'bash-cli:doctor-requirements', quote: 'requirements.json → doctor only' },
  {
    id: 'bash-cli:doctor-env-policy',
    quote: 'server.meta.json "env" may set the 4 env keys (launch env wins); doctor envPolicy',
  },
  {
    id: 'bash-cli:health',
    quote: 'health/ready: 0 ready, 1 unhealthy/timeout, 2 misconfigured; no registry writes',
  },
  { id: 'bash-cli:health-hook', quote: 'runs server.d/health-checks.sh' },
  {
    id: 'bash-cli:root',
    quote: '--project-root → MCPBASH_PROJECT_ROOT → walk up for server.d/server.meta.json',
  },
  { id: 'bash-cli:later', quote: 'bundle, vendor, publish (until then a clear message)' },
  {
    id: 'bash-cli:examples',
    quote: 'npx @modelcontextprotocol/inspector --transport stdio -- ./examples/run 00-hello-tool',
  },
] as const;
