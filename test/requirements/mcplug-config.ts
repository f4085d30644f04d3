// What the mcplug specification and the decisions about it promise of configuration, variables and editors.

export const MCPLUG_CONFIG = [
  // File locations, highest first
  { id: 'mcplug:config:flag-first', quote: '1. --config <path> CLI flag' },
  { id: 'mcplug:config:variable-second', quote: '2. MCPLUG_CONFIG environment variable' },
  { id: 'mcplug:config:project-third', quote: '3. ./config/mcplug.json (project-level)' },
  { id: 'mcplug:config:home-fourth', quote: '4. ~/.mcplug/mcplug.json' },
  { id: 'mcplug:config:home-jsonc', quote: 'or ~/.mcplug/mcplug.jsonc (home-level)' },
  // Compatibility with mcporter
  { id: 'mcplug:config:mcporter-home', quote: '~/.mcporter/mcporter.json[c]' },
  { id: 'mcplug:config:mcporter-home-jsonc', quote: '~/.mcporter/mcporter.json[c]' },
  { id: 'mcplug:config:mcporter-project', quote: './config/mcporter.json' },
  {
    id: 'mcplug:config:mcplug-before-mcporter',
    quote: 'If both mcplug and mcporter configs exist, mcplug config takes precedence.',
  },
  {
    id: 'mcplug:config:mcporter-project-before-home',
    quote: "mcporter's files: project before home",
  },
  {
    id: 'mcplug:config:mcporter-files-unmodified',
    quote: 'Reads mcporter-format config files and editor imports without modification',
  },
  {
    id: 'mcplug:config:mcporter-keys',
    quote: "mcporter's keys (url, serverUrl, snake_case twins, ...) are accepted",
  },
  { id: 'mcplug:config:command-forms', quote: 'command arrays' },
  { id: 'mcplug:config:lifecycle-object', quote: 'lifecycle objects' },
  { id: 'mcplug:config:bearer-tokens', quote: 'bearer tokens' },
  { id: 'mcplug:config:tool-lists', quote: 'allowedTools/blockedTools' },
  // Schema
  { id: 'mcplug:config:http-entry', quote: '"baseUrl": "https://mcp.example.com/mcp"' },
  { id: 'mcplug:config:stdio-entry', quote: '"command": "executable", "args": ["arg1", "arg2"]' },
  {
    id: 'mcplug:config:stdio-cwd',
    quote: 'Working directory: directory containing the config file that defined the server',
  },
  {
    id: 'mcplug:config:lifecycle-default',
    quote: 'Default: ephemeral unless "lifecycle": "keep-alive" is set in config.',
  },
  {
    id: 'mcplug:config:keepalive-variable',
    quote: 'MCPLUG_KEEPALIVE=<server> — force keep-alive for a server',
  },
  {
    id: 'mcplug:config:disable-keepalive-variable',
    quote: 'MCPLUG_DISABLE_KEEPALIVE=<server> — force ephemeral for a server',
  },
  { id: 'mcplug:config:explicit-nulls', quote: 'Explicit nulls' },
  {
    id: 'mcplug:config:comments-and-trailing-commas',
    quote: 'comments with trailing commas are accepted',
  },
  {
    id: 'mcplug:config:local-sources',
    quote: '{"scripts": "./dir"}, {"bash": "./project"}, {"mci": "./tools.mci.yaml"}',
  },
  // Merging and errors
  { id: 'mcplug:config:layers-merge', quote: 'Layers merge' },
  {
    id: 'mcplug:config:whole-entry-wins',
    quote: 'Later sources never override earlier sources for the same server name',
  },
  {
    id: 'mcplug:config:named-file-must-exist',
    quote: '--config and MCPLUG_CONFIG are the topmost ones and must exist',
  },
  { id: 'mcplug:config:parse-error', quote: 'Error in config <path>: <detail>' },
  {
    id: 'mcplug:config:broken-entry-breaks-itself',
    quote: 'one broken server entry breaks only that server',
  },
  {
    id: 'mcplug:config:unset-variable-breaks-itself',
    quote: 'One unset variable ... breaks only that server',
  },
  // Edits
  { id: 'mcplug:config:edits-keep-comments', quote: 'comment-preserving edits, atomic writes' },
  {
    id: 'mcplug:config:edits-refuse-broken-files',
    quote: 'silently starts from {} if the file is unparsable (data loss)',
  },
  // Variables
  { id: 'mcplug:env:braces', quote: '${VAR} | Replaced with env var value; error if unset' },
  {
    id: 'mcplug:env:fallback',
    quote: '${VAR:-fallback} | Replaced with env var value, or fallback if unset',
  },
  {
    id: 'mcplug:env:fallback-empty-stays',
    quote: '${VAR:-x} uses x when VAR is unset (an empty value stays empty)',
  },
  {
    id: 'mcplug:env:dollar-env',
    quote: '$env:VAR | Same as ${VAR} — alternative syntax for headers',
  },
  { id: 'mcplug:env:braces-env', quote: '${env:VAR}' },
  { id: 'mcplug:env:in-env', quote: 'Expansion applies to: env values' },
  { id: 'mcplug:env:in-headers', quote: 'Expansion applies to: headers values' },
  { id: 'mcplug:env:in-base-url', quote: 'Expansion applies to: baseUrl' },
  { id: 'mcplug:env:in-command', quote: 'Expansion applies to: command' },
  { id: 'mcplug:env:in-args', quote: 'Expansion applies to: args' },
  {
    id: 'mcplug:env:unset-message',
    quote: "Environment variable '<name>' is not set (referenced in <path>)",
  },
  // Editors: the paths of the specification
  { id: 'mcplug:editor:cursor', quote: '~/.cursor/mcp.json' },
  {
    id: 'mcplug:editor:claude-desktop-mac',
    quote: '~/Library/Application Support/Claude/claude_desktop_config.json (macOS)',
  },
  {
    id: 'mcplug:editor:claude-desktop-windows',
    quote: '%APPDATA%/Claude/claude_desktop_config.json (Windows)',
  },
  { id: 'mcplug:editor:claude-code-home', quote: '~/.claude/.mcp.json' },
  { id: 'mcplug:editor:claude-code-project', quote: 'and project .mcp.json' },
  { id: 'mcplug:editor:vscode', quote: '~/.vscode/mcp.json' },
  { id: 'mcplug:editor:windsurf', quote: '~/.windsurf/mcp.json' },
  { id: 'mcplug:editor:codex', quote: '~/.codex/mcp.json' },
  { id: 'mcplug:editor:opencode', quote: '~/.opencode/mcp.json' },
  // Editors: the files these programs really use
  { id: 'mcplug:editor:cursor-real', quote: '<root>/.cursor/mcp.json' },
  { id: 'mcplug:editor:claude-desktop-real', quote: 'claude_desktop_config.json (the real one' },
  { id: 'mcplug:editor:claude-code-real', quote: '~/.claude.json (top mcpServers + projects[' },
  { id: 'mcplug:editor:vscode-real', quote: '{Code,Code - Insiders}/User/mcp.json' },
  { id: 'mcplug:editor:windsurf-real', quote: '~/.codeium/windsurf/mcp_config.json' },
  { id: 'mcplug:editor:codex-real', quote: '<root>/.codex/config.toml, ~/.codex/config.toml' },
  { id: 'mcplug:editor:opencode-real', quote: '${XDG_CONFIG_HOME:-~/.config}/opencode/…' },
  // Editors: order
  {
    id: 'mcplug:editor:after-own-files',
    quote: 'Editor configs are merged after mcplug/mcporter configs.',
  },
  {
    id: 'mcplug:editor:earlier-editor-wins',
    quote: 'If the same server name appears in multiple sources, earlier sources win.',
  },
  {
    id: 'mcplug:editor:imports-absent-all',
    quote: 'imports absent = all seven, in the order of the specification',
  },
  { id: 'mcplug:editor:imports-list-exact', quote: 'a list = exactly these' },
  { id: 'mcplug:editor:imports-empty-none', quote: '[] = none' },
  // Editors: what their words mean
  { id: 'mcplug:editor:disabled-flags', quote: 'enabled/disabled flags' },
  { id: 'mcplug:editor:cursor-env', quote: 'Cursor ${env:X} sent literally' },
  { id: 'mcplug:editor:codex-cwd', quote: 'Codex cwd' },
  { id: 'mcplug:editor:codex-bearer', quote: 'bearer_token_env_var' },
  { id: 'mcplug:editor:codex-http-headers', quote: 'http_headers, env_http_headers' },
  { id: 'mcplug:editor:codex-tool-lists', quote: 'tool allow/deny lists' },
  { id: 'mcplug:editor:opencode-environment', quote: 'OpenCode environment' },
  { id: 'mcplug:editor:opencode-command-list', quote: 'OpenCode mcp' },
  { id: 'mcplug:editor:opencode-remote', quote: 'OpenCode mcp' },
  { id: 'mcplug:editor:vscode-workspace-folder', quote: 'VS Code ${workspaceFolder}' },
  { id: 'mcplug:editor:vscode-env-file', quote: 'envFile' },
  { id: 'mcplug:editor:vscode-input-asks', quote: '${input:x} (asks on a TTY' },
  { id: 'mcplug:editor:vscode-input-error', quote: 'a clear error otherwise)' },
  { id: 'mcplug:editor:vscode-sse', quote: 'VS Code servers' },
] as const;
