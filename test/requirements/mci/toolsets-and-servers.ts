// What the MCI specification promises about toolsets, the library directory and MCP servers.

export const MCI_TOOLSETS_AND_SERVERS = [
  // Toolset references
  {
    id: 'mci:toolset:references-library-collections',
    quote: 'toolset definitions that reference tool collections in the library directory',
  },
  {
    id: 'mci:toolset:library-dir-relative-to-main-schema',
    quote: 'Directory path where toolset files are located, relative to the main schema file',
  },
  {
    id: 'mci:toolset:library-dir-custom',
    quote: 'Can be customized to use a different directory structure',
  },
  {
    id: 'mci:toolset:name-required',
    quote: 'name | string | Required | Name of toolset file/directory in libraryDir',
  },
  {
    id: 'mci:toolset:filter-types',
    quote: 'Filter type: "only", "except", "tags", or "withoutTags"',
  },
  { id: 'mci:toolset:filter-value-list', quote: 'Comma-separated list of tool names or tags' },
  {
    id: 'mci:toolset:filter-value-required-with-filter',
    quote: 'Required when filter is specified',
  },
  {
    id: 'mci:toolset:directory-first',
    quote: 'First checks for a directory: {libraryDir}/{name}/',
  },
  {
    id: 'mci:toolset:directory-loads-all',
    quote: 'If found, loads all .mci.json files in the directory',
  },
  { id: 'mci:toolset:direct-file-next', quote: 'Then checks for direct file: {libraryDir}/{name}' },
  {
    id: 'mci:toolset:extension-next',
    quote: 'Then checks with extension: {libraryDir}/{name}.mci.json',
  },
  { id: 'mci:toolset:yaml-extensions', quote: 'Also supports .mci.yaml and .mci.yml extensions' },
  { id: 'mci:toolset:filter-only', quote: 'only: Include only tools with specified names' },
  { id: 'mci:toolset:filter-except', quote: 'except: Exclude tools with specified names' },
  {
    id: 'mci:toolset:filter-tags',
    quote: 'tags: Include only tools with at least one matching tag',
  },
  {
    id: 'mci:toolset:filter-without-tags',
    quote: 'withoutTags: Exclude tools with any matching tag',
  },
  {
    id: 'mci:toolset:example-only-with-spaces',
    quote: '"filterValue": "get_weather, get_forecast"',
  },
  { id: 'mci:toolset:example-without-tags', quote: '"filterValue": "destructive"' },
  { id: 'mci:toolset:example-no-filter', quote: '"name": "github"' },
  // Toolset files
  {
    id: 'mci:toolset-file:version-required',
    quote: 'schemaVersion | string | Required | MCI schema version',
  },
  {
    id: 'mci:toolset-file:version-matches-main',
    quote: 'MCI schema version (must match main schema)',
  },
  {
    id: 'mci:toolset-file:metadata-optional',
    quote: 'metadata | object | Optional | Descriptive metadata about the toolset',
  },
  {
    id: 'mci:toolset-file:tools-required',
    quote: 'tools field is required in toolset files (optional in main schema)',
  },
  { id: 'mci:toolset-file:no-toolsets', quote: 'Cannot contain toolsets' },
  { id: 'mci:toolset-file:no-library-dir', quote: 'Cannot contain libraryDir' },
  { id: 'mci:toolset-file:no-enable-any-paths', quote: 'Cannot contain enableAnyPaths' },
  { id: 'mci:toolset-file:no-directory-allow-list', quote: 'Cannot contain directoryAllowList' },
  { id: 'mci:toolset-file:example-weather', quote: 'File: ./mci/weather.mci.json' },
  { id: 'mci:toolset-file:example-directory-layout', quote: 'github/ # Directory-based toolset' },
  {
    id: 'mci:toolset-file:example-directory-reference',
    quote: '{"name": "github"} // Loads all .mci.json files in mci/github/',
  },
  {
    id: 'mci:toolset-file:only-tools-merged',
    quote: 'Only tools are merged from toolset files; metadata is not merged',
  },
  {
    id: 'mci:toolset-file:directory-same-version',
    quote: 'All files in a directory must use the same schema version',
  },
  // MCP servers
  {
    id: 'mci:servers:name-to-configuration',
    quote: 'Object mapping server names to MCP server configurations',
  },
  {
    id: 'mci:servers:stdio-command-required',
    quote: 'command | string | Yes | - | Command to execute (e.g., "npx", "uvx")',
  },
  {
    id: 'mci:servers:stdio-args',
    quote: 'args | array of strings | No | [] | Arguments to pass to the command',
  },
  {
    id: 'mci:servers:stdio-env',
    quote: 'env | object | No | {} | Environment variables for the server process',
  },
  {
    id: 'mci:servers:config-optional',
    quote: 'config | object | No | - | Optional caching and filtering configuration',
  },
  { id: 'mci:servers:http-type', quote: 'type | string | Yes | - | Must be "http"' },
  { id: 'mci:servers:http-url-required', quote: 'url | string | Yes | - | Server URL endpoint' },
  {
    id: 'mci:servers:http-headers',
    quote: 'headers | object | No | {} | HTTP headers (e.g., for authentication)',
  },
  {
    id: 'mci:servers:exp-days-default',
    quote: 'expDays | integer | No | 30 | Number of days until cached toolset expires',
  },
  {
    id: 'mci:servers:config-filter',
    quote: 'Filter type: "only", "except", "tags", "withoutTags"',
  },
  {
    id: 'mci:servers:config-filter-value',
    quote: 'Comma-separated list of tool names or tags (required if filter)',
  },
  {
    id: 'mci:servers:example-stdio-with-filter',
    quote: '"filterValue": "delete_file,format_disk"',
  },
  {
    id: 'mci:servers:example-http-with-authentication',
    quote: '"Authorization": "Bearer {{env.API_TOKEN}}"',
  },
  { id: 'mci:servers:example-multiple-servers', quote: '"args": ["mcp-server-memory"]' },
  { id: 'mci:servers:example-filter-by-tags', quote: '"filterValue": "read,search"' },
  {
    id: 'mci:servers:first-load-fetches-all-tools',
    quote: 'MCI connects to each MCP server and fetches all available tools',
  },
  { id: 'mci:servers:cache-file-path', quote: '{libraryDir}/mcp/{serverName}.mci.json' },
  {
    id: 'mci:servers:cache-is-standard-toolset',
    quote: 'Tools are saved as standard MCI toolset files',
  },
  {
    id: 'mci:servers:later-loads-use-cache',
    quote: 'Cached toolsets are used instead of connecting to the server',
  },
  {
    id: 'mci:servers:expired-cache-refetched',
    quote: 'When cache expires (based on expDays), tools are re-fetched from the server',
  },
  {
    id: 'mci:servers:filters-applied-on-register',
    quote: 'Optional filters are applied when tools are registered',
  },
  {
    id: 'mci:servers:env-templating',
    quote: 'Server configurations support {{env.VAR}} templating for credentials',
  },
] as const;
