// What the MCI specification promises about templates and the execution result.

export const MCI_TEMPLATING = [
  // Where templates work
  {
    id: 'mci:template:in-execution-configuration',
    quote: 'Execution configurations (URLs, headers, params, body, etc.)',
  },
  { id: 'mci:template:context-props', quote: 'props: Properties passed to execute() method' },
  { id: 'mci:template:context-env', quote: 'env: Environment variables passed to the adapter' },
  {
    id: 'mci:template:context-input',
    quote: 'input: Alias for props (for backward compatibility)',
  },
  // Basic placeholders
  { id: 'mci:placeholder:syntax', quote: 'Syntax: {{path.to.value}}' },
  { id: 'mci:placeholder:nested-path', quote: '{{props.user.name}}' },
  { id: 'mci:placeholder:several-fields-example', quote: '"X-Request-ID": "{{props.request_id}}"' },
  { id: 'mci:placeholder:many-in-one-string', quote: '"User {{props.name}} has ID {{props.id}}"' },
  {
    id: 'mci:placeholder:always-a-string',
    quote: 'Property should always be a string in the output',
  },
  // JSON-native placeholders
  { id: 'mci:native:syntax', quote: 'Syntax: {!!path.to.value!!}' },
  { id: 'mci:native:boolean', quote: 'Boolean: true or false (not "true" or "false")' },
  { id: 'mci:native:number', quote: 'Number: Integer or float (not string representation)' },
  { id: 'mci:native:array', quote: 'Array: Native JSON array (not stringified)' },
  { id: 'mci:native:object', quote: 'Object: Native JSON object (not stringified)' },
  { id: 'mci:native:null', quote: 'Null: null value (not "null" string)' },
  {
    id: 'mci:native:example-booleans',
    quote: 'executed with properties {"include_images": true, "case_sensitive": false}',
  },
  { id: 'mci:native:example-arrays', quote: '"urls": ["https://a.com", "https://b.com"]' },
  {
    id: 'mci:native:example-objects',
    quote: '"config": {"debug": false, "retries": 3}, "metadata": {"version": "1.0"}',
  },
  {
    id: 'mci:native:example-numbers',
    quote: 'executed with properties {"max_results": 100, "quality": 0.95}',
  },
  {
    id: 'mci:native:example-mixed-native-and-string',
    quote: '"description": "Search for testing"',
  },
  { id: 'mci:native:env-is-valid', quote: '"config": "{!!env.CONFIG!!}"' },
  { id: 'mci:native:text-before-is-error', quote: '"message": "Status: {!!props.enabled!!}"' },
  { id: 'mci:native:in-url-is-error', quote: '"url": "https://api.com/{!!props.path!!}"' },
  { id: 'mci:native:text-after-is-error', quote: '"combined": "{!!props.value!!} and more text"' },
  {
    id: 'mci:native:error-mixed-content',
    quote: "Invalid JSON-native placeholder format: 'text {!!props.value!!}'.",
  },
  {
    id: 'mci:native:error-missing-property',
    quote: "placeholder '{!!props.missing!!}': Path 'props.missing' not found in context",
  },
  {
    id: 'mci:native:error-invalid-syntax',
    quote: "Invalid JSON-native placeholder format: '{{props.value}}'.",
  },
  // For loops
  { id: 'mci:for:syntax', quote: '@for(variable in range(start, end))...@endfor' },
  { id: 'mci:for:start-inclusive', quote: 'start: Starting value (inclusive)' },
  { id: 'mci:for:end-exclusive', quote: 'end: Ending value (exclusive)' },
  { id: 'mci:for:example-output', quote: '@for(i in range(0, 3)) Item {{i}} @endfor' },
  // Foreach loops
  { id: 'mci:foreach:syntax', quote: '@foreach(variable in path.to.collection)...@endforeach' },
  {
    id: 'mci:foreach:objects',
    quote: 'path.to.collection: Path to an array or object in the context',
  },
  { id: 'mci:foreach:array-example-output', quote: '- Apple - Banana - Cherry' },
  { id: 'mci:foreach:object-example-output', quote: 'Name: Alice, Age: 30 Name: Bob, Age: 25' },
  // Conditional blocks
  { id: 'mci:if:syntax', quote: '@if(condition) ... @elseif(condition) ... @else ... @endif' },
  { id: 'mci:if:truthy', quote: 'Truthy check: @if(path.to.value)' },
  { id: 'mci:if:equality', quote: 'Equality: @if(path.to.value == "expected")' },
  { id: 'mci:if:inequality', quote: 'Inequality: @if(path.to.value != "unexpected")' },
  { id: 'mci:if:greater-than', quote: 'Greater than: @if(path.to.value > 10)' },
  { id: 'mci:if:less-than', quote: 'Less than: @if(path.to.value < 100)' },
  {
    id: 'mci:if:example-simple',
    quote: 'You have premium access! @else Upgrade to premium for more features.',
  },
  {
    id: 'mci:if:example-multiple-elseif',
    quote: '@elseif(props.status == "pending") Status: Pending approval',
  },
  { id: 'mci:if:example-multiple-else', quote: '@else Status: Inactive' },
  { id: 'mci:if:example-numeric', quote: '@if(props.age > 18) Adult content available' },
  // Execution result format
  {
    id: 'mci:result:consistent-format',
    quote: 'All tool executions return a consistent result format.',
  },
  {
    id: 'mci:result:is-error',
    quote: 'isError | boolean | Whether an error occurred during execution',
  },
  { id: 'mci:result:content', quote: 'content | any | Result content (if successful)' },
  { id: 'mci:result:error', quote: 'error | string | Error message (if isError: true)' },
  {
    id: 'mci:result:metadata-optional',
    quote: 'Optional metadata (e.g., HTTP status code, CLI exit code)',
  },
  { id: 'mci:result:http-status-code', quote: 'status_code (integer): HTTP status code' },
  {
    id: 'mci:result:http-response-time',
    quote: 'response_time_ms (integer): Response time in milliseconds',
  },
  {
    id: 'mci:result:cli-exit-code',
    quote: 'exit_code (integer): Command exit code (0 for success, non-zero for failure)',
  },
  { id: 'mci:result:cli-stdout-bytes', quote: 'stdout_bytes (integer): Size of stdout in bytes' },
  { id: 'mci:result:cli-stderr-bytes', quote: 'stderr_bytes (integer): Size of stderr in bytes' },
  { id: 'mci:result:cli-stderr', quote: 'stderr (string): Standard error output (if any)' },
  {
    id: 'mci:result:cli-stdout-only-on-error',
    quote: 'stdout (string): Standard output (only included in error results)',
  },
  { id: 'mci:result:example-http-success', quote: '"status_code": 200, "response_time_ms": 245' },
  {
    id: 'mci:result:example-cli-success',
    quote: '"exit_code": 0, "stdout_bytes": 14, "stderr_bytes": 0, "stderr": ""',
  },
  { id: 'mci:result:example-http-error', quote: 'HTTP request failed: 404 Not Found' },
  { id: 'mci:result:example-cli-error', quote: 'Command exited with code 1: permission denied' },
] as const;
