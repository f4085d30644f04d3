// `plugboard generate-cli`: writes a command line of its own for the tools of one server.
import { makeCatalog, type MadeCatalog } from '../../app/codegen/make-catalog.ts';
import type { Provenance } from '../../codegen/catalog.ts';
import { codegenFlags } from '../codegen/codegen-flags.ts';
import { LANGUAGES, planCli, programName } from '../codegen/cli-plan.ts';
import { toProvenance } from '../codegen/emit-command.ts';
import { listServer } from '../codegen/list-server.ts';
import { writeCli, type WrittenCli } from '../codegen/write-cli.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { oneOf, type FlagTable } from '../flags.ts';
import { toJsonText } from '../to-json-text.ts';

const CONNECTIONS = ['embedded', 'config'] as const;

export const generateCliFlags = {
  lang: {
    value: 'LANG',
    doc: 'ts or rust; default ts, and rust where the program is called mcplug.',
    parse: oneOf('lang', LANGUAGES),
  },
  bundle: { doc: 'Write one JavaScript file that needs nothing but Node.js.' },
  compile: { doc: 'Write one executable.' },
  output: { value: 'PATH', doc: 'Where it goes; default the name of the program.' },
  connection: {
    value: 'HOW',
    doc: 'embedded: it knows the server itself; config: it asks plugboard for it by name.',
    parse: oneOf('connection', CONNECTIONS),
  },
  'embed-secrets': { doc: 'Write tokens and passwords into it, for its owner alone.' },
  from: { value: 'ARTIFACT', doc: 'Make this one again, from the same server.' },
  ...codegenFlags,
} as const satisfies FlagTable;

type GenerateInvocation = Invocation<typeof generateCliFlags>;

export const generateCli = defineCommand({
  name: 'generate-cli',
  summary: 'Write a command line of its own for the tools of one server.',
  operands: [
    {
      name: 'server',
      doc: 'A configured server, an address, or a path; not with --http-url, --stdio or --from.',
      optional: true,
    },
  ],
  flags: generateCliFlags,
  examples: [
    'plugboard generate-cli linear --bundle',
    'plugboard generate-cli ./scripts --name tools --compile',
    'plugboard generate-cli linear --lang rust --include-tools list_issues,get_issue',
    'plugboard generate-cli --from ./linear.js',
  ],
  run: runGenerateCli,
});

export async function runGenerateCli(
  { options, operands }: GenerateInvocation,
  deps: Deps,
): Promise<number> {
  const plan = await planCli(options, { options, operands }, deps);
  const words = {
    options,
    operands,
    hasSecrets: plan.options.hasSecrets === true,
    ...(plan.from && { origin: plan.from.origin }),
  };
  const made = makeCatalog(await listServer(words, deps), plan.options);
  const provenance = toProvenance(plan.kind, { ...made, options: plan.options });
  const name = programName(plan, made.catalog.server);
  const request = { plan, catalog: made.catalog, render: { name, provenance } };
  const written = await writeCli(request, deps);
  report({ written, made, provenance, isJson: options.json }, deps);
  return 0;
}

interface Report {
  readonly written: WrittenCli;
  readonly made: MadeCatalog;
  readonly provenance: Provenance;
  readonly isJson: boolean;
}

function report({ written, made, provenance, isJson }: Report, { io }: Deps): void {
  const { withheld } = made;
  if (isJson) {
    io.stdout.write(toJsonText({ ...written, withheld, artifact: provenance }));
    return;
  }
  io.stdout.write(`${written.executable ?? written.output}\n`);
  const count = made.catalog.tools.length;
  io.stderr.write(`Wrote a command line of ${count} ${count === 1 ? 'tool' : 'tools'}\n`);
  if (withheld.length > 0) {
    io.stderr.write(
      `left out, to be set when it runs: ${withheld.join(', ')}\n` +
        'hint: `--embed-secrets` writes them into it\n',
    );
  }
}
