// `plugboard emit-ts`: TypeScript types, and a typed client, for the tools of a server.
import { emitTs, EMIT_MODES } from '../../codegen/typescript/emit-ts.ts';
import { codegenFlags } from '../codegen/codegen-flags.ts';
import { outputFlags, runEmit } from '../codegen/emit-command.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { oneOf, type FlagTable } from '../flags.ts';

export const emitTsFlags = {
  ...outputFlags,
  mode: {
    value: 'MODE',
    doc: 'types, or client: the types and a typed client over the library.',
    default: 'types',
    parse: oneOf('mode', EMIT_MODES),
  },
  ...codegenFlags,
} as const satisfies FlagTable;

export const emitTsCommand = defineCommand({
  name: 'emit-ts',
  summary: 'Print TypeScript types, or a typed client, for the tools of a server.',
  operands: [
    {
      name: 'server',
      doc: 'A configured server, an address, or a path; not with --http-url or --stdio.',
      optional: true,
    },
  ],
  flags: emitTsFlags,
  examples: [
    'plugboard emit-ts linear > linear.ts',
    'plugboard emit-ts linear --mode client --output src/linear.ts',
    'plugboard emit-ts ./scripts',
  ],
  run: runEmitTs,
});

export async function runEmitTs(
  { options, operands }: Invocation<typeof emitTsFlags>,
  deps: Deps,
): Promise<number> {
  const { mode } = options;
  return runEmit(
    {
      words: { options, operands },
      output: options.output ?? options.out,
      kind: mode === 'client' ? 'client-ts' : 'types-ts',
      render: (catalog, given) => emitTs(catalog, { ...given, mode }),
      what: mode === 'client' ? 'a TypeScript client' : 'TypeScript types',
    },
    deps,
  );
}
