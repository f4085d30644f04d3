// What the MCI specification promises about a tool definition, its input and its defaults.

export const MCI_TOOL_DEFINITION = [
  // Tool definition
  {
    id: 'mci:tool:name-required',
    quote: 'name | string | Required | Unique identifier for the tool',
  },
  {
    id: 'mci:tool:disabled-default',
    quote: 'disabled | boolean | Optional | If true, the tool is ignored (default: false)',
  },
  {
    id: 'mci:tool:annotations-optional',
    quote: 'annotations | object | Optional | Metadata and behavioral hints',
  },
  {
    id: 'mci:tool:description-optional',
    quote: 'description | string | Optional | Description of what the tool does',
  },
  {
    id: 'mci:tool:input-schema-optional',
    quote: 'inputSchema | object | Optional | JSON Schema describing expected inputs',
  },
  {
    id: 'mci:tool:execution-required',
    quote: 'execution | object | Required | Execution configuration',
  },
  {
    id: 'mci:tool:tags-default',
    quote: 'tags | array | Optional | Array of string tags for filtering (default: [])',
  },
  {
    id: 'mci:tool:example-get-weather',
    quote: '"description": "Fetch current weather for a location"',
  },
  {
    id: 'mci:tool:example-disabled',
    quote: '"description": "This tool is disabled and will not be available"',
  },
  {
    id: 'mci:tool:example-security-override',
    quote: '"description": "Read a file with unrestricted access"',
  },
  {
    id: 'mci:tool:example-allow-list-yaml',
    quote: 'description: Read configuration from allowed directories',
  },
  {
    id: 'mci:tool:example-all-annotations-yaml',
    quote: 'description: Delete a resource from the remote server',
  },
  // Tags
  {
    id: 'mci:tags:case-sensitive-exact',
    quote: 'Tags are case-sensitive and matched exactly as provided',
  },
  {
    id: 'mci:tags:filter-methods',
    quote: 'Used with tags() and withoutTags() filter methods in MCIClient and ToolManager',
  },
  { id: 'mci:tags:zero-or-more', quote: 'Tools can have zero or more tags' },
  // Disabled tools
  {
    id: 'mci:disabled:not-listed-filtered-or-found',
    quote: 'the tool is excluded from all listing, filtering, and lookup operations',
  },
  {
    id: 'mci:disabled:cannot-be-executed',
    quote: 'Disabled tools cannot be executed and behave as if they do not exist',
  },
  // Annotations
  { id: 'mci:annotations:all-optional', quote: 'All fields are optional.' },
  { id: 'mci:annotations:title', quote: 'title | string | Human-readable title for the tool' },
  {
    id: 'mci:annotations:read-only-hint',
    quote: 'If true, the tool does not modify its environment',
  },
  {
    id: 'mci:annotations:destructive-hint',
    quote: 'If true, the tool may perform destructive updates',
  },
  {
    id: 'mci:annotations:idempotent-hint',
    quote: 'If true, repeated calls with same args have no additional effect',
  },
  {
    id: 'mci:annotations:open-world-hint',
    quote: 'If true, the tool interacts with external entities',
  },
  {
    id: 'mci:annotations:advisory-only',
    quote: 'These hints are advisory and do not enforce any behavior.',
  },
  // Per-tool security fields
  {
    id: 'mci:tool-security:any-paths-for-this-tool',
    quote: 'When true, disables path validation for this tool',
  },
  {
    id: 'mci:tool-security:any-paths-precedence',
    quote: 'Takes precedence over schema-level enableAnyPaths',
  },
  {
    id: 'mci:tool-security:allow-list-for-this-tool-only',
    quote: 'List of additional directories allowed for this tool only',
  },
  {
    id: 'mci:tool-security:allow-list-precedence',
    quote: 'Takes precedence over schema-level directoryAllowList',
  },
  {
    id: 'mci:tool-security:allow-list-absolute-or-relative',
    quote: 'Can be absolute or relative paths',
  },
  // Input schema and default values
  {
    id: 'mci:input:required-must-be-provided',
    quote: 'Must be provided, or execution will fail with a validation error',
  },
  { id: 'mci:input:default-used', quote: 'If not provided, the default value is used' },
  {
    id: 'mci:input:optional-without-default-skipped',
    quote: 'If not provided, they are skipped (not included in template context)',
  },
  {
    id: 'mci:input:given-beats-default',
    quote: 'Properties provided at execution time always take precedence over defaults',
  },
  {
    id: 'mci:input:default-any-json-type',
    quote:
      'Default values can be any valid JSON type: boolean, number, string, array, object, null',
  },
  {
    id: 'mci:input:absent-optional-no-placeholder-error',
    quote: 'This prevents {{props.optional_prop}} from causing errors',
  },
  {
    id: 'mci:input:example-minimal-defaults-used',
    quote: 'include_images=false, case_sensitive=true, max_results=100 (defaults used)',
  },
  { id: 'mci:input:example-minimal-field-skipped', quote: 'file_extensions is skipped' },
  {
    id: 'mci:input:example-overridden-defaults',
    quote: 'include_images=true, max_results=50 (overridden), case_sensitive=true (default)',
  },
  {
    id: 'mci:input:example-optional-array-provided',
    quote: 'file_extensions=[".py", ".js"] (provided)',
  },
] as const;
