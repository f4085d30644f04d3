// What the MCI specification promises about http, cli, file and text execution and authentication.

export const MCI_EXECUTION = [
  // Execution types
  {
    id: 'mci:execution:four-types',
    quote: 'MCI supports four execution types: http, cli, file, and text.',
  },
  {
    id: 'mci:execution:type-selects-executor',
    quote: 'The type field in the execution object determines which executor is used.',
  },
  // HTTP execution
  { id: 'mci:http:type-required', quote: 'type | string | Required | - | Must be "http"' },
  { id: 'mci:http:method-default-get', quote: 'method | string | Optional | "GET" | HTTP method' },
  { id: 'mci:http:methods', quote: 'HTTP method: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS' },
  {
    id: 'mci:http:url-required',
    quote: 'url | string | Required | - | Target URL (supports templating)',
  },
  {
    id: 'mci:http:headers-templating',
    quote: 'HTTP headers as key-value pairs (supports templating)',
  },
  {
    id: 'mci:http:params-templating',
    quote: 'Query parameters as key-value pairs (supports templating)',
  },
  {
    id: 'mci:http:timeout-default',
    quote: 'timeout_ms | integer | Optional | 30000 | Request timeout in milliseconds',
  },
  { id: 'mci:http:timeout-not-negative', quote: 'Request timeout in milliseconds (must be ≥ 0)' },
  {
    id: 'mci:http:body-type-required',
    quote: 'type | string | Required | Body type: "json", "form", or "raw"',
  },
  { id: 'mci:http:body-json', quote: 'Body type: "json"' },
  { id: 'mci:http:body-form', quote: 'Body type: "form"' },
  { id: 'mci:http:body-raw', quote: 'Body type: "raw"' },
  {
    id: 'mci:http:body-content-kinds',
    quote: 'Body content (object for json/form, string for raw)',
  },
  {
    id: 'mci:http:retry-attempts-default',
    quote: 'attempts | integer | Optional | 1 | Number of retry attempts',
  },
  { id: 'mci:http:retry-attempts-at-least-1', quote: 'Number of retry attempts (must be ≥ 1)' },
  {
    id: 'mci:http:retry-backoff-default',
    quote: 'backoff_ms | integer | Optional | 500 | Backoff delay in milliseconds',
  },
  {
    id: 'mci:http:retry-backoff-not-negative',
    quote: 'Backoff delay in milliseconds (must be ≥ 0)',
  },
  { id: 'mci:http:example-get-with-query', quote: 'GET Request with Query Parameters' },
  { id: 'mci:http:example-post-json', quote: 'POST Request with JSON Body' },
  { id: 'mci:http:example-post-form', quote: 'POST Request with Form Data' },
  { id: 'mci:http:example-retries', quote: 'Request with Retry Logic' },
  // CLI execution
  { id: 'mci:cli:type-required', quote: 'type | string | Required | - | Must be "cli"' },
  { id: 'mci:cli:command-required', quote: 'command | string | Required | - | Command to execute' },
  {
    id: 'mci:cli:args-positional',
    quote: 'args | array | Optional | - | Fixed positional arguments',
  },
  {
    id: 'mci:cli:flags-from-properties',
    quote: 'flags | object | Optional | - | Dynamic flags mapped from properties',
  },
  {
    id: 'mci:cli:cwd-templating',
    quote: 'cwd | string | Optional | - | Working directory (supports templating)',
  },
  {
    id: 'mci:cli:timeout-default',
    quote: 'timeout_ms | integer | Optional | 30000 | Execution timeout in milliseconds',
  },
  { id: 'mci:cli:timeout-not-negative', quote: 'Execution timeout in milliseconds (must be ≥ 0)' },
  {
    id: 'mci:cli:flag-from-required',
    quote: 'from | string | Required | Property path (e.g., "props.ignore_case")',
  },
  {
    id: 'mci:cli:flag-type-required',
    quote: 'type | string | Required | Flag type: "boolean" or "value"',
  },
  {
    id: 'mci:cli:flag-boolean-when-truthy',
    quote: 'boolean: Flag is included only if the property is truthy (e.g., -i)',
  },
  {
    id: 'mci:cli:flag-value',
    quote: 'value: Flag is included with the property value (e.g., --file=myfile.txt)',
  },
  { id: 'mci:cli:example-basic-grep', quote: 'Basic CLI Command' },
  { id: 'mci:cli:example-value-flags', quote: 'CLI with Value Flags' },
  // File execution
  { id: 'mci:file:type-required', quote: 'type | string | Required | - | Must be "file"' },
  {
    id: 'mci:file:path-required',
    quote: 'path | string | Required | - | File path (supports templating)',
  },
  {
    id: 'mci:file:templating-default-true',
    quote:
      'enableTemplating | boolean | Optional | true | Whether to process templates in file content',
  },
  {
    id: 'mci:file:full-engine',
    quote: 'the file contents are processed with the full templating engine',
  },
  {
    id: 'mci:file:example-template-file',
    quote: '"path": "./templates/report-{{props.report_id}}.txt"',
  },
  {
    id: 'mci:file:example-raw-file',
    quote: '"path": "/etc/config/settings.json", "enableTemplating": false',
  },
  // Text execution
  { id: 'mci:text:type-required', quote: 'type | string | Required | Must be "text"' },
  {
    id: 'mci:text:text-required',
    quote: 'text | string | Required | Text template (supports templating)',
  },
  { id: 'mci:text:full-engine', quote: 'The text is processed with the full templating engine' },
  {
    id: 'mci:text:example-simple-message',
    quote: 'Hello {{props.username}}! This message was generated on {{env.CURRENT_DATE}}.',
  },
  {
    id: 'mci:text:example-conditionals',
    quote: '@if(props.premium)Premium features enabled@else Standard features available @endif',
  },
  // Authentication
  {
    id: 'mci:auth:four-types',
    quote: 'four authentication types: API Key, Bearer Token, Basic Auth, and OAuth2',
  },
  { id: 'mci:auth:api-key-in-required', quote: 'Where to send the key: "header" or "query"' },
  {
    id: 'mci:auth:api-key-name-required',
    quote: 'name | string | Required | Header/query parameter name',
  },
  {
    id: 'mci:auth:api-key-value-templating',
    quote: 'API key value (supports templating, typically {{env.API_KEY}})',
  },
  { id: 'mci:auth:api-key-header-example', quote: '"in": "header", "name": "X-API-Key"' },
  { id: 'mci:auth:api-key-query-example', quote: '"in": "query", "name": "api_key"' },
  { id: 'mci:auth:bearer-header', quote: 'Pass a bearer token in the Authorization header.' },
  {
    id: 'mci:auth:bearer-token-required',
    quote: 'token | string | Required | Bearer token (supports templating',
  },
  { id: 'mci:auth:bearer-example', quote: '"type": "bearer", "token": "{{env.BEARER_TOKEN}}"' },
  {
    id: 'mci:auth:basic-header',
    quote: 'Use HTTP Basic Authentication with username and password.',
  },
  {
    id: 'mci:auth:basic-username-required',
    quote: 'Username (supports templating, typically {{env.USERNAME}})',
  },
  {
    id: 'mci:auth:basic-password-required',
    quote: 'Password (supports templating, typically {{env.PASSWORD}})',
  },
  {
    id: 'mci:auth:basic-example',
    quote: '"username": "{{env.USERNAME}}", "password": "{{env.PASSWORD}}"',
  },
  {
    id: 'mci:auth:oauth2-client-credentials',
    quote: 'Authenticate using OAuth2 client credentials flow.',
  },
  { id: 'mci:auth:oauth2-flow-required', quote: 'OAuth2 flow type (e.g., "clientCredentials")' },
  {
    id: 'mci:auth:oauth2-token-url-required',
    quote: 'tokenUrl | string | Required | Token endpoint URL',
  },
  { id: 'mci:auth:oauth2-client-id-templating', quote: 'OAuth2 client ID (supports templating)' },
  {
    id: 'mci:auth:oauth2-client-secret-templating',
    quote: 'OAuth2 client secret (supports templating)',
  },
  {
    id: 'mci:auth:oauth2-scopes-optional',
    quote: 'scopes | array | Optional | Array of scope strings',
  },
  { id: 'mci:auth:oauth2-example', quote: '"scopes": ["read:weather", "read:forecast"]' },
] as const;
