// The promises of the mcpd script specification and of its 15 linked samples, as id + short quote.

export const SCRIPTS_SPEC = [
  // What a script is
  {
    id: 'scripts:intro:executables-are-tools',
    quote: 'Scripts are executables that mcpd exposes as MCP tools.',
  },
  // Discovery and help
  { id: 'scripts:help:runs-script-help', quote: 'mcpd runs script --help to get metadata.' },
  { id: 'scripts:help:must-exit-0', quote: 'The script must exit with code 0.' },
  { id: 'scripts:help:stdout-json-metadata', quote: 'stdout: JSON object with script metadata' },
  { id: 'scripts:help:title-optional', quote: '"title": "My Script Title (optional)"' },
  { id: 'scripts:help:description', quote: '"description": "What this script does"' },
  { id: 'scripts:help:version-optional', quote: '"version": "1.0.0 (optional)"' },
  { id: 'scripts:help:state-flag', quote: '"state": false' },
  { id: 'scripts:help:stderr-json-options', quote: 'stderr: JSON object with option definitions' },
  { id: 'scripts:help:stderr-empty-object', quote: 'can be empty {} if no options' },
  {
    id: 'scripts:help:complete-example-add-numbers',
    quote: '{"description": "Adds two numbers", "state": false}',
  },
  // Execution
  {
    id: 'scripts:execution:without-help',
    quote: 'When a script is called (not with --help), options are passed via',
  },
  {
    id: 'scripts:execution:stdin-json-object',
    quote: 'stdin: JSON object {"option_name": "value"}',
  },
  {
    id: 'scripts:execution:env-option-name',
    quote: 'Environment: Each option as $option_name (string representation)',
  },
  { id: 'scripts:execution:either-source', quote: 'Scripts can read from either source.' },
  {
    id: 'scripts:execution:stdin-precedence',
    quote: 'If both are provided, stdin takes precedence for structured data',
  },
  {
    id: 'scripts:execution:env-always-available',
    quote: 'environment variables are always available',
  },
  // Output
  {
    id: 'scripts:output:stdout-is-response',
    quote: 'stdout: Response (returned to MCP client as text)',
  },
  {
    id: 'scripts:output:stderr-is-logging',
    quote: 'stderr: Logging (can use structured logging prefixes',
  },
  { id: 'scripts:output:exit-code', quote: 'exit code: 0 = success, non-zero = error' },
  // Structured logging
  {
    id: 'scripts:logging:parsed-and-forwarded',
    quote: 'structured logs to stderr that mcpd will parse and forward to its logging system',
  },
  { id: 'scripts:logging:info', quote: 'INFO This is an info message' },
  { id: 'scripts:logging:error', quote: 'ERROR Something went wrong' },
  { id: 'scripts:logging:debug', quote: 'DEBUG Debug information' },
  { id: 'scripts:logging:warning', quote: 'WARNING This is a warning' },
  { id: 'scripts:logging:trace', quote: 'TRACE Detailed trace information' },
  {
    id: 'scripts:logging:complete-example',
    quote: 'INFO This is an info message ERROR Something went wrong DEBUG Debug information',
  },
  {
    id: 'scripts:logging:no-prefix-is-regular',
    quote: 'Lines without these prefixes are treated as regular stderr output.',
  },
  // Options format
  {
    id: 'scripts:options:structure',
    quote: 'Each option in the stderr JSON must follow this structure',
  },
  { id: 'scripts:options:description', quote: '"description": "What this option does"' },
  { id: 'scripts:options:required', quote: '"required": true' },
  { id: 'scripts:options:value-type', quote: '"value_type": "string"' },
  { id: 'scripts:options:default-value', quote: '"default_value": "default"' },
  { id: 'scripts:options:size', quote: '"size": { "min": 1, "max": 100 }' },
  // Value types
  { id: 'scripts:value-type:string', quote: '"string" - Text value' },
  { id: 'scripts:value-type:integer', quote: '"integer" - Whole number' },
  { id: 'scripts:value-type:float', quote: '"float" - Decimal number' },
  { id: 'scripts:value-type:boolean', quote: '"boolean" - true/false' },
  { id: 'scripts:value-type:any', quote: '"any" - Any JSON value' },
  {
    id: 'scripts:value-type:enum',
    quote: '{"enum": ["value1", "value2"]} - One of the listed values (object with "enum" key)',
  },
  // Size constraints
  { id: 'scripts:size:optional', quote: 'The size field is optional and applies constraints' },
  { id: 'scripts:size:string-character-length', quote: 'For string: min/max = character length' },
  { id: 'scripts:size:integer-numeric-value', quote: 'For integer: min/max = numeric value' },
  { id: 'scripts:size:float-numeric-value', quote: 'For float: min/max = numeric value' },
  // Default values
  {
    id: 'scripts:default:ignored-when-required',
    quote: 'If required is true, default_value is ignored',
  },
  {
    id: 'scripts:default:needed-when-optional',
    quote: 'If required is false, default_value is required',
  },
  { id: 'scripts:default:type-must-match', quote: 'Default value type must match value_type' },
  {
    id: 'scripts:default:one-of-the-enum',
    quote: 'For enum types, default must be one of the enum values',
  },
  // State
  {
    id: 'scripts:state:handles-state-flag',
    quote: 'Scripts with "state": true in their help output must handle the --state flag',
  },
  {
    id: 'scripts:state:example-count-42',
    quote: '{"count": 42, "last_updated": "2024-01-01T00:00:00Z"}',
  },
  { id: 'scripts:state:stdin-is-empty', quote: 'No options are passed (stdin is empty' },
  {
    id: 'scripts:state:no-option-variables',
    quote: 'No options are passed (stdin is empty, no environment variables)',
  },
  {
    id: 'scripts:state:stdout-json',
    quote: 'stdout should contain the current state (preferably JSON',
  },
  { id: 'scripts:state:any-text-accepted', quote: 'but any text is accepted' },
  { id: 'scripts:state:stderr-logging', quote: 'stderr can contain logging' },
  { id: 'scripts:state:exit-0-success', quote: 'exit code 0 = success' },
  { id: 'scripts:state:exit-non-zero-error', quote: 'exit code 0 = success, non-zero = error' },
  {
    id: 'scripts:state:resource-uri-format',
    quote: 'Resource URI format: mcpd://script-path/state',
  },
  {
    id: 'scripts:state:path-relative-to-root',
    quote: 'The script path is relative to the root directory.',
  },
  {
    id: 'scripts:state:example-utils-counter',
    quote: 'the resource URI is mcpd://utils/counter/state',
  },
  // Environment variables
  {
    id: 'scripts:env:automatic',
    quote: 'Scripts receive the following environment variables automatically',
  },
  { id: 'scripts:env:server-host', quote: 'MCPD_CONFIG_SERVER_HOST - Server hostname' },
  { id: 'scripts:env:server-port', quote: 'MCPD_CONFIG_SERVER_PORT - Server port' },
  {
    id: 'scripts:env:server-http-base-path',
    quote: 'MCPD_CONFIG_SERVER_HTTP_BASE_PATH - HTTP base path',
  },
  {
    id: 'scripts:env:server-username',
    quote: 'MCPD_CONFIG_SERVER_USERNAME - Authentication username (if configured)',
  },
  {
    id: 'scripts:env:server-api-token',
    quote: 'MCPD_CONFIG_SERVER_API_TOKEN - API token (if configured)',
  },
  {
    id: 'scripts:env:commands-root-directory',
    quote: 'MCPD_CONFIG_COMMANDS_ROOT_DIRECTORY - Root directory path',
  },
  {
    id: 'scripts:env:server-https',
    quote: 'MCPD_CONFIG_SERVER_HTTPS - true/false (as string) if HTTPS is enabled',
  },
  {
    id: 'scripts:env:logging-level-name',
    quote: 'MCPD_CONFIG_LOGGING_LEVEL_NAME - Current logging level',
  },
  {
    id: 'scripts:env:configuration-filename',
    quote: 'MCPD_CONFIGURATION_FILENAME - Configuration source identifier',
  },
  {
    id: 'scripts:env:script-config',
    quote: 'Plus any custom configuration passed via --script-config KEY=VALUE.',
  },
  // Exit codes
  { id: 'scripts:exit:0-success', quote: '| 0 | Success |' },
  { id: 'scripts:exit:1-internal-error', quote: '| 1 | Internal error |' },
  { id: 'scripts:exit:2-bad-request', quote: '| 2 | Bad request |' },
  { id: 'scripts:exit:3-forbidden', quote: '| 3 | Forbidden |' },
  { id: 'scripts:exit:4-not-found', quote: '| 4 | Not found |' },
  { id: 'scripts:exit:5-and-above-error', quote: '| 5+ | Error |' },
  { id: 'scripts:exit:non-zero-is-error', quote: 'mcpd treats non-zero exit codes as errors' },
  {
    id: 'scripts:exit:returned-to-client',
    quote: 'treats non-zero exit codes as errors and returns them to the MCP client',
  },
  // Directory structure
  {
    id: 'scripts:directory:recursive',
    quote: 'Scripts are discovered recursively from the root directory',
  },
  { id: 'scripts:directory:five-levels', quote: 'up to 5 levels deep' },
  {
    id: 'scripts:directory:maps-to-tool-names',
    quote: 'The directory structure maps to MCP tool names',
  },
  { id: 'scripts:directory:example-hello', quote: 'hello → tool: "hello"' },
  { id: 'scripts:directory:example-utils-calc', quote: 'calc → tool: "utils/calc"' },
  { id: 'scripts:directory:example-utils-format', quote: 'format → tool: "utils/format"' },
  { id: 'scripts:directory:example-api-v1-fetch', quote: 'fetch → tool: "api/v1/fetch"' },
  {
    id: 'scripts:directory:root-name-stripped',
    quote: 'The root directory name is stripped from tool paths.',
  },
  { id: 'scripts:directory:only-executables', quote: 'Only executable files are discovered.' },
  // Examples
  {
    id: 'scripts:sample:basic-hello-world',
    quote: 'basic/hello-world | no options ({}) | sh | → Hello, World!',
  },
  {
    id: 'scripts:sample:basic-current-time',
    quote: 'basic/current-time | no options | sh, date | → date text',
  },
  {
    id: 'scripts:sample:basic-echo-json',
    quote: 'basic/echo-json | optional string + default | sh | {} → Hello from mcpd!',
  },
  {
    id: 'scripts:sample:basic-greet',
    quote: 'basic/greet | required string | sh | name=$(id) → printed literally',
  },
  { id: 'scripts:sample:basic-add-numbers', quote: 'basic/add-numbers | two required integers' },
  {
    id: 'scripts:sample:intermediate-calculator',
    quote: 'intermediate/calculator | enum with default, INFO/ERROR logs, exit 2',
  },
  {
    id: 'scripts:sample:intermediate-file-reader',
    quote: 'intermediate/file-reader | exit 2/3/4, option named path (env path, not PATH)',
  },
  {
    id: 'scripts:sample:intermediate-service-action',
    quote: 'intermediate/service-action | required + enum default | sh | nginx → nginx is running',
  },
  {
    id: 'scripts:sample:intermediate-system-info',
    quote: 'intermediate/system-info | INFO/DEBUG/TRACE logs, JSON text',
  },
  {
    id: 'scripts:sample:intermediate-validate-input',
    quote: 'intermediate/validate-input | size on string/integer, optional integer default 0',
  },
  {
    id: 'scripts:sample:advanced-counter',
    quote: 'advanced/counter | state:true, --state prints bare 0',
  },
  {
    id: 'scripts:sample:advanced-deployment-manager',
    quote: 'advanced/deployment-manager | title, version, boolean, 2 enums',
  },
  { id: 'scripts:sample:advanced-key-value-store', quote: 'advanced/key-value-store | any value' },
  {
    id: 'scripts:sample:advanced-task-queue',
    quote: 'advanced/task-queue | size on optional integer, state summary JSON, title',
  },
  {
    id: 'scripts:sample:advanced-webhook-simulator',
    quote: 'advanced/webhook-simulator | required enum with dots, boolean, JSON in a string',
  },
] as const;
