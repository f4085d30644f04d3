// What Plugboard decided beyond the MCI specification: loading schemas and rendering templates.

export const MCI_LOAD_AND_TEMPLATE_DECISIONS = [
  // Loading
  {
    id: 'mci-decision:load:every-allowed-file-loads',
    quote: 'Every schema file that the specification allows loads',
  },
  {
    id: 'mci-decision:load:forbidden-field-fails',
    quote: 'A toolset with a forbidden field fails the load',
  },
  {
    id: 'mci-decision:load:other-version-fails',
    quote: 'A toolset with another schemaVersion fails the load',
  },
  {
    id: 'mci-decision:load:failure-names-file-line-field',
    quote: 'fails the load with file, line and the field',
  },
  { id: 'mci-decision:load:unknown-fields-warn', quote: 'other unknown fields are warnings' },
  { id: 'mci-decision:load:mcp-servers-alone', quote: 'mcp_servers alone is a valid schema.' },
  {
    id: 'mci-decision:load:expires-at-date-or-timestamp',
    quote: 'expiresAt is read as date or timestamp',
  },
  {
    id: 'mci-decision:load:toolset-name-stays-in-library',
    quote: 'Toolset names cannot leave the library directory.',
  },
  {
    id: 'mci-decision:load:server-name-stays-in-library',
    quote: 'Toolset and server names cannot leave the library directory.',
  },
  {
    id: 'mci-decision:load:tool-title-is-annotations-title',
    quote: 'A tool-level title is read as annotations.title.',
  },
  // Filters
  {
    id: 'mci-decision:filter:enforced-on-call',
    quote: 'Filters are enforced on call, not only on list.',
  },
  {
    id: 'mci-decision:filter:both-spellings',
    quote: 'Both spellings (withoutTags, without-tags) are accepted.',
  },
  {
    id: 'mci-decision:filter:values-split-and-trimmed',
    quote: 'List values (filterValue) are split at commas and trimmed.',
  },
  // One engine
  {
    id: 'mci-decision:engine:one-engine',
    quote: 'There is one engine, spec-correct: a real parser',
  },
  { id: 'mci-decision:engine:linear-time', quote: 'linear time' },
  { id: 'mci-decision:engine:blocks-nest-freely', quote: 'blocks nest freely' },
  { id: 'mci-decision:engine:else-after-elseif', quote: '@else after @elseif works' },
  { id: 'mci-decision:engine:loop-variables-scoped', quote: 'loop variables are scoped' },
  { id: 'mci-decision:engine:loop-variables-in-if', quote: 'visible to @if' },
  {
    id: 'mci-decision:engine:data-never-parsed-again',
    quote: 'data is never parsed again as template',
  },
  // Whitespace
  {
    id: 'mci-decision:whitespace:directive-line-removed',
    quote:
      'a directive that stands alone on its line takes the whole line with it, newline included',
  },
  {
    id: 'mci-decision:whitespace:no-newline-after-last-text-line',
    quote: 'a template that ends in a directive line prints no newline after the last text line',
  },
  {
    id: 'mci-decision:whitespace:inline-kept',
    quote: 'inline directives keep the text around them as written',
  },
  // Printing
  { id: 'mci-decision:printing:strings-as-they-are', quote: 'strings as they are' },
  {
    id: 'mci-decision:printing:scalars-as-json',
    quote: 'numbers, booleans and null as JSON (true, null, 1.5)',
  },
  { id: 'mci-decision:printing:arrays-and-objects', quote: 'arrays and objects as compact JSON' },
  {
    id: 'mci-decision:printing:missing-path-error-names-it',
    quote: 'A missing path is an error that names it.',
  },
  // Fallbacks
  {
    id: 'mci-decision:fallback:alternatives-kept',
    quote: "Fallbacks {{a | b | 'literal'}} are kept",
  },
  { id: 'mci-decision:fallback:quoted-literal', quote: 'with quoted (either quote)' },
  {
    id: 'mci-decision:fallback:bare-literal',
    quote: 'with quoted (either quote) and bare literals',
  },
  // Conditions
  { id: 'mci-decision:condition:at-least-and-at-most', quote: '>=, <= work in conditions' },
  { id: 'mci-decision:condition:and', quote: '&& works in conditions' },
  { id: 'mci-decision:condition:or', quote: '|| works in conditions' },
  { id: 'mci-decision:condition:not', quote: '! works in conditions' },
  {
    id: 'mci-decision:condition:literals',
    quote: 'true, false, null and numbers work in conditions',
  },
  {
    id: 'mci-decision:condition:missing-path-is-null',
    quote: 'a missing path is null in a condition',
  },
  // JSON-native placeholders
  {
    id: 'mci-decision:native:everywhere-a-native-value-can-stand',
    quote: 'gives the native value everywhere a native value can stand',
  },
  {
    id: 'mci-decision:native:absent-optional-leaves-field-out',
    quote: 'for an optional property that was not given, the field is left out',
  },
  // Input
  {
    id: 'mci-decision:input:whole-json-schema',
    quote: 'Input is validated against the whole JSON Schema',
  },
  {
    id: 'mci-decision:input:missing-required-message',
    quote: "Tool 't' requires properties: a, b. Missing: b",
  },
  { id: 'mci-decision:input:nested-defaults', quote: 'Defaults apply, also nested.' },
  // Environment
  {
    id: 'mci-decision:env:process-environment',
    quote: 'env in templates is the process environment',
  },
  {
    id: 'mci-decision:env:dot-env-files',
    quote: 'env in templates is the process environment plus the .env files',
  },
  { id: 'mci-decision:env:whole-env-refused', quote: '{{env}} as a whole is refused' },
  {
    id: 'mci-decision:env:toolset-env-limits-reading',
    quote: 'a toolset reference may carry "env": ["NAME", ...] to limit what its tools can read',
  },
  {
    id: 'mci-decision:env:open-mci-env-replaces',
    quote: 'openMci(path, { env }) replaces the process environment.',
  },
] as const;
