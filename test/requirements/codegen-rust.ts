// What issue, specification and contract promise of generated Rust.

export const CODEGEN_RUST = [
  {
    id: 'codegen-rust:structs',
    quote: "Rust structs for each tool's input parameters (from JSON Schema)",
  },
  {
    id: 'codegen-rust:outputs',
    quote: "Rust structs for each tool's output (when schema available)",
  },
  { id: 'codegen-rust:client', quote: 'A typed client struct with one method per tool' },
  { id: 'codegen-rust:derives', quote: 'Serialize / Deserialize derives on all generated types' },
  { id: 'codegen-rust:names', quote: 'names that are keywords, start with digits, contain /' },
  { id: 'codegen-rust:collisions', quote: 'or collide are handled' },
  { id: 'codegen-rust:optional', quote: 'optional fields skipped when absent' },
  { id: 'codegen-rust:nullable', quote: '["string","null"] required -> Option<String>, no skip' },
  { id: 'codegen-rust:enums', quote: 'Enum: #[serde(rename = "green blue")] GreenBlue' },
  { id: 'codegen-rust:nested', quote: 'Nested object -> <Parent><Prop> struct' },
  { id: 'codegen-rust:maps', quote: 'additionalProperties -> BTreeMap<String, T>' },
  { id: 'codegen-rust:recursion', quote: 'recursive schemas' },
  { id: 'codegen-rust:unions', quote: 'oneOf/anyOf/allOf' },
  { id: 'codegen-rust:text', quote: 'escape string literals with Rust rules; doc text: split' },
  { id: 'codegen-rust:deterministic', quote: 'Output is deterministic, formatted' },
  { id: 'codegen-rust:header', quote: 'carries the version and the source in its header' },
  { id: 'codegen-rust:cli', quote: 'A complete main.rs with clap CLI argument definitions' },
  { id: 'codegen-rust:cli-flags', quote: 'Subcommand per tool with typed arguments' },
  { id: 'codegen-rust:cli-connection', quote: 'Connection setup and invocation logic' },
  { id: 'codegen-rust:cli-note', quote: 'An artifact knows what it was made from' },
  { id: 'codegen-rust:compile', quote: 'compile with --compile flag using cargo build' },
] as const;
