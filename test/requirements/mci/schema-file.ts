// What the MCI specification promises about the main schema file, its metadata and path fields.

export const MCI_SCHEMA_FILE = [
  // Overview
  {
    id: 'mci:overview:json-and-yaml-identical',
    quote: 'both are fully supported and produce identical results',
  },
  {
    id: 'mci:overview:secrets-via-environment',
    quote: 'secure (secrets via environment variables)',
  },
  { id: 'mci:overview:schema-version-1-0', quote: 'Schema Version: 1.0' },
  { id: 'mci:overview:json-extension', quote: 'JSON (.json)' },
  { id: 'mci:overview:yaml-extensions', quote: 'YAML (.yaml, .yml)' },
  // Top-level schema structure
  {
    id: 'mci:schema:schema-version-required',
    quote: 'schemaVersion | string | Required | MCI schema version (e.g., "1.0")',
  },
  {
    id: 'mci:schema:metadata-optional',
    quote: 'metadata | object | Optional | Descriptive metadata about the tool collection',
  },
  { id: 'mci:schema:tools-array', quote: 'tools | array | Optional* | Array of tool definitions' },
  {
    id: 'mci:schema:toolsets-array',
    quote: 'toolsets | array | Optional* | Array of toolset references to load from library',
  },
  {
    id: 'mci:schema:mcp-servers-object',
    quote: 'mcp_servers | object | Optional | MCP servers to register and cache',
  },
  {
    id: 'mci:schema:library-dir-default',
    quote: 'Directory to find toolset files (default: "./mci")',
  },
  {
    id: 'mci:schema:enable-any-paths-default',
    quote: 'enableAnyPaths | boolean | Optional | Allow any file path (default: false)',
  },
  {
    id: 'mci:schema:directory-allow-list-default',
    quote: 'Additional allowed directories (default: [])',
  },
  { id: 'mci:schema:any-combination', quote: '(or any combination) must be provided' },
  {
    id: 'mci:schema:none-of-three-is-error',
    quote: 'Either tools, toolsets, or mcp_servers (or any combination) must be provided.',
  },
  {
    id: 'mci:schema:example-json',
    quote: '"directoryAllowList": ["/home/user/data", "./configs"]',
  },
  {
    id: 'mci:schema:example-with-toolsets',
    quote: '"description": "Main application with multiple tool libraries"',
  },
  { id: 'mci:schema:example-yaml', quote: "schemaVersion: '1.0'" },
  // Security fields of the schema
  {
    id: 'mci:security:any-paths-disables-validation',
    quote: 'When true, disables all path validation for file and CLI execution',
  },
  {
    id: 'mci:security:restricted-by-default',
    quote: 'When false (default), restricts access to schema directory and allowed directories',
  },
  {
    id: 'mci:security:allow-list-adds-directories',
    quote: 'List of additional directories to allow for file/CLI access',
  },
  {
    id: 'mci:security:allow-list-absolute',
    quote: 'Can be absolute paths (e.g., /home/user/data)',
  },
  {
    id: 'mci:security:allow-list-relative-to-schema',
    quote: 'or relative to schema directory (e.g., ./configs)',
  },
  {
    id: 'mci:security:schema-directory-always-allowed',
    quote: 'Schema directory is always allowed by default',
  },
  // Metadata
  { id: 'mci:metadata:name', quote: 'name | string | Optional | Name of the tool collection' },
  {
    id: 'mci:metadata:description',
    quote: 'description | string | Optional | Description of the tool collection',
  },
  {
    id: 'mci:metadata:version',
    quote: 'version | string | Optional | Version of the tool collection (e.g., SemVer)',
  },
  {
    id: 'mci:metadata:license',
    quote: 'license | string | Optional | License identifier (e.g., "MIT", "Apache-2.0")',
  },
  { id: 'mci:metadata:authors', quote: 'authors | array | Optional | Array of author names' },
  { id: 'mci:metadata:example-json', quote: '"authors": ["Weather Team", "API Team"]' },
  { id: 'mci:metadata:example-yaml', quote: 'authors: - Weather Team - API Team' },
  // Complete example
  {
    id: 'mci:complete-example:loads',
    quote: "Here's a complete MCI context file demonstrating all features",
  },
  { id: 'mci:complete-example:get-weather', quote: 'Fetch weather with API key auth' },
  {
    id: 'mci:complete-example:search-logs-templated-args',
    quote: '"args": ["-r", "{{props.pattern}}"]',
  },
  { id: 'mci:complete-example:search-logs-templated-cwd', quote: '"cwd": "{{props.directory}}"' },
  { id: 'mci:complete-example:load-report', quote: '"path": "./templates/report.txt"' },
  { id: 'mci:complete-example:generate-greeting', quote: 'Hello {{props.name}}! Welcome to MCI.' },
  { id: 'mci:complete-example:tool-title', quote: '"title": "Generate Greeting"' },
] as const;
