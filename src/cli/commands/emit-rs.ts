// `plugboard emit-rs`: Rust types and a typed client for the tools of a server.
import { emitRust } from '../../codegen/rust/emit-rust.ts';
import { codegenFlags } from '../codegen/codegen-flags.ts';
import { outputFlags, runEmit } from '../codegen/emit-command.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';

export const emitRsFlags = { ...outputFlags, ...codegenFlags } as const satisfies FlagTable;

export const emitRs = defineCommand({
  name: 'emit-rs',
  summary: 'Print Rust types and a typed client for the tools of a server.',
  operands: [
    {
      name: 'server',
      doc: 'A configured server, an address, or a path; not with --http-url or --stdio.',
      optional: true,
    },
  ],
  flags: emitRsFlags,
  examples: ['plugboard emit-rs linear', 'plugboard emit-rs linear --output src/linear.rs'],
  run: runEmitRs,
});

export async function runEmitRs(
  { options, operands }: Invocation<typeof emitRsFlags>,
  deps: Deps,
): Promise<number> {
  return runEmit(
    {
      words: { options, operands },
      output: options.output ?? options.out,
      kind: 'client-rust',
      render: emitRust,
      what: 'Rust types',
    },
    deps,
  );
}
