// The promises of mcp-bash about projects, settings, discovery and the registry, as id + quote.

export const MCP_BASH_REGISTRY = [
  // The project
  {
    id: 'bash:project:root-by-variable',
    quote: 'for MCP clients set MCPBASH_PROJECT_ROOT=/path/to/project explicitly',
  },
  {
    id: 'bash:project:root-by-walk',
    quote: 'looks for server.d/server.meta.json up the tree',
  },
  {
    id: 'bash:project:directories',
    quote:
      'MCPBASH_TOOLS_DIR, MCPBASH_RESOURCES_DIR, MCPBASH_PROMPTS_DIR, …_SERVER_DIR, …_REGISTRY_DIR',
  },
  { id: 'bash:project:missing', quote: 'No MCP project found (clear error)' },
  // Settings
  {
    id: 'bash:settings:table',
    quote:
      'Every variable under "ENV VARS & LIMITS" is a row in the env table with default and cap',
  },
  {
    id: 'bash:settings:caps',
    quote:
      'MCPBASH_HTTPS_TIMEOUT (≤60s), _MAX_BYTES (≤20MB); GIT_TIMEOUT capped at 60s, GIT_MAX_KB 1GB',
  },
  {
    id: 'bash:settings:like-output',
    quote: 'MAX_TOOL_STDERR_SIZE, MAX_RESOURCE_BYTES (default same as output limit)',
  },
  {
    id: 'bash:settings:log-level',
    quote:
      'MCPBASH_LOG_LEVEL accepts debug, info, notice, warning, error; true/1→debug, false/0→info',
  },
  {
    id: 'bash:settings:meta-env',
    quote:
      'server.meta.json "env" may set the 4 env mode/allowlist keys (launch env wins, IGNORE_META_ENV)',
  },
  // server.meta.json
  {
    id: 'bash:server:meta',
    quote: 'server.meta.json: name, title, version, description, websiteUrl, icons',
  },
  {
    id: 'bash:server:defaults',
    quote:
      'defaults name=basename(root), title=TitleCase, version=VERSION file → package.json → 0.0.0',
  },
  { id: 'bash:server:instructions', quote: 'server.instructions.md → instructions' },
  // Tools
  {
    id: 'bash:tools:which-files',
    quote:
      'only tool.sh/tool.<ext> or files with their own metadata, or the only executable of a folder',
  },
  {
    id: 'bash:tools:not-tools',
    quote: 'helper scripts, README files, completion scripts and hidden directories are not',
  },
  { id: 'bash:tools:depth', quote: 'depth three below the folder' },
  {
    id: 'bash:tools:duplicate',
    quote: 'a duplicate name is a reported problem that never hides the rest',
  },
  {
    id: 'bash:tools:names',
    quote:
      'Names of [A-Za-z0-9_.-]{1,64} are listed; anything else is a reported problem, not listed',
  },
  {
    id: 'bash:tools:fields',
    quote: 'name, description, inputSchema, optional outputSchema, timeoutSecs, icons, annotations',
  },
  {
    id: 'bash:tools:arguments-alias',
    quote: 'Prefer inputSchema; arguments is a legacy alias accepted for back-compat',
  },
  {
    id: 'bash:tools:precedence',
    quote: '1. <tool>.meta.json 2. Inline # mcp: annotations 3. Defaults',
  },
  { id: 'bash:tools:path', quote: 'Paths are relative to MCPBASH_TOOLS_DIR' },
  // Icons
  {
    id: 'bash:icons:local',
    quote: 'Local file path: automatically converted to data URIs; MIME type auto-detected',
  },
  {
    id: 'bash:icons:kept',
    quote: 'Data URI; HTTPS URL; missing file keeps src; non-objects dropped',
  },
  { id: 'bash:icons:relative', quote: 'resolved relative to the .meta.json file location' },
  // Resources and templates
  {
    id: 'bash:resources:fields',
    quote: 'Discovery records name, description, path, uri, mimeType, and provider',
  },
  {
    id: 'bash:resources:inferred-provider',
    quote:
      'infers one from the URI scheme (file://, git://, https://); unrecognised default to file',
  },
  {
    id: 'bash:resources:own-provider',
    quote: 'custom-scheme reads reach providers/<scheme>.sh (only declared schemes)',
  },
  {
    id: 'bash:resources:broken-metadata',
    quote:
      'Metadata that cannot be parsed (missing uri, unsupported provider, …) is skipped and logged',
  },
  { id: 'bash:resources:alone', quote: 'resources/<name>.meta.json + content files' },
  {
    id: 'bash:resources:relative-uri',
    quote: 'file://./x resolves against the resources folder, then the project root',
  },
  { id: 'bash:resources:no-readme', quote: 'README.md listed as prompt/resource (not)' },
  {
    id: 'bash:templates:discovery',
    quote: '*.meta.json with uriTemplate containing {…} and no uri; name must not collide',
  },
  // Prompts
  {
    id: 'bash:prompts:fields',
    quote: 'name, description, path (template file), arguments schema; role and metadata preserved',
  },
  {
    id: 'bash:prompts:broken-metadata',
    quote: 'Malformed prompt metadata (non-object arguments, unsupported metadata) is skipped',
  },
  // Pages
  {
    id: 'bash:ui:static',
    quote: 'tools/<t>/ui/ and ui/<n>/ holding index.html; uri ui://<server name>/<dir>',
  },
  {
    id: 'bash:ui:tool-meta',
    quote: 'Tool with ui/ dir gets _meta.ui={resourceUri,visibility} unless set',
  },
  // Registration by hand
  {
    id: 'bash:register:json',
    quote: 'register.json: Absent/null key → discovery; [] disables the kind',
  },
  {
    id: 'bash:register:json-invalid',
    quote: 'unknown key/invalid → every list fails (-32603), no fallback to register.sh',
  },
  {
    id: 'bash:register:sh',
    quote:
      'Manual overrides (server.d/register.sh) can replace the auto-discovery results entirely',
  },
  {
    id: 'bash:register:completions',
    quote: 'mcp_completion_register_manual {"name","path","timeoutSecs"}',
  },
  {
    id: 'bash:register:sh-fails',
    quote: 'Non-zero status or oversize output → error for all kinds',
  },
  {
    id: 'bash:register:output',
    quote: 'or prints one JSON object with tools/resources/prompts/… arrays',
  },
  {
    id: 'bash:register:hooks-off',
    quote: 'MCPBASH_ALLOW_PROJECT_HOOKS=false turns them off; register.json needs no hook',
  },
  {
    id: 'bash:register:trust',
    quote:
      'run when they and their folders are owned by us, not group- or world-writable, not links',
  },
  { id: 'bash:register:ttl', quote: 'Rerun every MCPBASH_REGISTER_TTL 5 s on activity' },
  {
    id: 'bash:register:size',
    quote: 'MCPBASH_MAX_MANUAL_REGISTRY_BYTES: Max bytes accepted from manual registration',
  },
  // Registry files
  {
    id: 'bash:registry:envelope',
    quote: 'version, generatedAt, items, hash, total',
  },
  {
    id: 'bash:registry:hash',
    quote: 'sha256 of the canonical JSON (sorted keys) of items',
  },
  { id: 'bash:registry:atomic', quote: 'written atomically; Dir mode 0700' },
  { id: 'bash:registry:warning', quote: 'When total > 500, the server logs a warning' },
  {
    id: 'bash:registry:max-bytes',
    quote:
      'If the serialised registry exceeds MCPBASH_REGISTRY_MAX_BYTES the scan aborts with -32603',
  },
  {
    id: 'bash:registry:damaged-cache',
    quote: 'Cached files are ignored if their size exceeds the limit or if JSON parsing fails',
  },
  {
    id: 'bash:registry:static',
    quote: 'MCPBASH_STATIC_REGISTRY=1: use cache, skip register.sh and TTL, honour register.json',
  },
  { id: 'bash:registry:ttl', quote: 'TTL defaults to five seconds (MCP_TOOLS_TTL, etc.)' },
  {
    id: 'bash:registry:fast-path',
    quote: 'Fast-path detection skips expensive rebuilds when nothing changed',
  },
  {
    id: 'bash:registry:list-changed',
    quote: 'Changed hash = list_changed, nothing else',
  },
  {
    id: 'bash:registry:few-files',
    quote: 'refresh after one file changed among 5,000: files opened <= 5',
    run: 'slow',
  },
  {
    id: 'bash:registry:verbose',
    quote:
      'MCPBASH_LOG_VERBOSE=true → include file paths and manual-registration script output in logs',
  },
  // Commands
  {
    id: 'bash:cli:registry-status',
    quote: 'registry status: hash/mtime/counts',
  },
  {
    id: 'bash:cli:registry-refresh',
    quote:
      'registry refresh [--project-root DIR] [--no-notify] [--quiet] rebuilds and emits status JSON',
  },
  {
    id: 'bash:cli:registry-filter',
    quote: '--filter narrows scanning to a subpath; MCPBASH_REGISTRY_REFRESH_PATH',
  },
  {
    id: 'bash:cli:validate',
    quote: 'validate [--project-root DIR] [--fix] [--json] [--explain-defaults] [--strict]',
  },
  { id: 'bash:cli:validate-fix', quote: '--fix chmod +x only' },
  { id: 'bash:cli:validate-inspector', quote: 'validate [--inspector]' },
  {
    id: 'bash:cli:validate-strict',
    quote:
      'exit 1 if errors (or warnings with --strict); a dot is a warning, an error with --strict',
  },
] as const;
