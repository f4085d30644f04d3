// `plugboard inspect-cli`: shows what a generated file was made from, without running it.
import { readArtifact } from '../../app/codegen/read-artifact.ts';
import type { ArtifactKind, Provenance } from '../../codegen/catalog.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const inspectCliFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
} as const satisfies FlagTable;

export const inspectCli = defineCommand({
  name: 'inspect-cli',
  summary: 'Show what a generated file was made from.',
  operands: [{ name: 'artifact', doc: 'A file or a project that plugboard generated.' }],
  flags: inspectCliFlags,
  examples: ['plugboard inspect-cli ./linear.js', 'plugboard inspect-cli ./linear --json'],
  run: runInspectCli,
});

const KIND_WORDS: Readonly<Record<ArtifactKind, string>> = {
  'types-ts': 'TypeScript types',
  'client-ts': 'TypeScript client',
  'cli-ts': 'command line in TypeScript',
  'client-rust': 'Rust client',
  'cli-rust': 'command line in Rust',
};

export async function runInspectCli(
  { options, operands }: Invocation<typeof inspectCliFlags>,
  { io, cwd }: Deps,
): Promise<number> {
  const [artifact] = operands;
  if (artifact === undefined) throw unreadable('name a generated file');
  const provenance = await readArtifact(artifact, cwd);
  io.stdout.write(options.json ? toJsonText(provenance) : renderProvenance(artifact, provenance));
  return 0;
}

function renderProvenance(artifact: string, provenance: Provenance): string {
  const { kind, version, server, source, tools, options } = provenance;
  const { name, form, connection, includeTools, excludeTools, hasSecrets } = options;
  const isCli = kind === 'cli-ts' || kind === 'cli-rust';
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Kind', KIND_WORDS[kind]],
    ['Form', form],
    ['Name', name],
    ['Server', server],
    ['Source', source],
    ['Made by', `plugboard ${version}`],
    ['Tools', `${tools.length}: ${tools.join(', ')}`],
    ['Include', includeTools?.join(', ')],
    ['Exclude', excludeTools?.join(', ')],
    ['Connection', connection],
    ['Secrets', hasSecrets === true ? 'embedded' : undefined],
    ['Again', isCli ? `plugboard generate-cli --from ${artifact}` : undefined],
  ];
  const lines = rows.flatMap(([label, text]) =>
    text === undefined ? [] : [`  ${label}: ${oneLine(text)}\n`],
  );
  return `${artifact}\n${lines.join('')}`;
}
