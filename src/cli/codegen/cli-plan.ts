// Decides what `generate-cli` makes and where, from its flags and from the artifact it starts from.
import { sep } from 'node:path';
import { isDirectory, toAbsolutePath } from '../../app/locate.ts';
import { readArtifact } from '../../app/codegen/read-artifact.ts';
import type { ArtifactKind, ArtifactOptions, CliForm, Provenance } from '../../codegen/catalog.ts';
import { toKebab } from '../../codegen/names.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Deps } from '../deps.ts';
import { unreadable } from '../unreadable.ts';
import type { ServerWords } from './list-server.ts';
import { toArtifactOptions } from './emit-command.ts';

export const LANGUAGES = ['ts', 'rust'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface CliFlags {
  readonly lang: Language | undefined;
  readonly bundle: boolean;
  readonly compile: boolean;
  readonly output: string | undefined;
  readonly connection: 'embedded' | 'config' | undefined;
  readonly embedSecrets: boolean;
  readonly from: string | undefined;
}

export interface CliPlan {
  readonly kind: Extract<ArtifactKind, `cli-${string}`>;
  readonly form: CliForm;
  readonly options: ArtifactOptions;
  /** What is made again. */
  readonly from?: Provenance;
  /** Where it was said to go; or where what is made again lies. */
  readonly output?: string;
}

export async function planCli(
  flags: CliFlags,
  words: Pick<ServerWords, 'options' | 'operands'>,
  deps: Deps,
): Promise<CliPlan> {
  const { from: artifact, output } = flags;
  const from = artifact === undefined ? undefined : await readArtifact(artifact, deps.cwd);
  if (from) refuseOthers(from, artifact ?? '', words);
  const kind = kindOf(flags, from, deps);
  if (kind === 'cli-rust' && flags.bundle) throw unreadable('--bundle is for --lang ts');
  const before = from?.options ?? {};
  const form = formOf(flags) ?? (from?.kind === kind ? before.form : undefined) ?? 'source';
  const connection = flags.connection ?? before.connection;
  const options: ArtifactOptions = {
    ...before,
    ...toArtifactOptions(words.options),
    form,
    ...(connection !== undefined && { connection }),
    ...((flags.embedSecrets || before.hasSecrets === true) && { hasSecrets: true }),
  };
  const isSame = from !== undefined && from.kind === kind && (before.form ?? 'source') === form;
  const place = output ?? (isSame ? await placeOf(artifact ?? '', kind, deps) : undefined);
  return {
    kind,
    form,
    options,
    ...(from && { from }),
    ...(place !== undefined && { output: toAbsolutePath(place, deps.cwd) }),
  };
}

/** The specification of `mcplug` says Rust; ours is TypeScript. */
function kindOf({ lang }: CliFlags, from: Provenance | undefined, { program }: Deps) {
  const before = from?.kind === 'cli-rust' ? 'rust' : from && 'ts';
  const language = lang ?? before ?? (program === 'mcplug' ? 'rust' : 'ts');
  return language === 'rust' ? 'cli-rust' : 'cli-ts';
}

function formOf({ bundle, compile }: CliFlags): CliForm | undefined {
  if (compile) return 'executable';
  return bundle ? 'bundle' : undefined;
}

function refuseOthers(
  { kind }: Provenance,
  artifact: string,
  { operands }: Pick<ServerWords, 'operands'>,
): void {
  if (operands.length > 0) throw unreadable('--from names the server already');
  if (kind === 'cli-ts' || kind === 'cli-rust') return;
  const reason = 'it is no command line';
  throw new PlugboardError('parse_error', { what: artifact, reason });
}

/** A Cargo project is named by its folder or its main file; its executable says nothing about it. */
async function placeOf(
  artifact: string,
  kind: ArtifactKind,
  { cwd }: Deps,
): Promise<string | undefined> {
  if (kind !== 'cli-rust') return artifact;
  const path = toAbsolutePath(artifact, cwd);
  return (await isDirectory(path)) ? path : /^(.+)[\\/]src[\\/]main\.rs$/u.exec(path)?.[1];
}

/** The default place: the working directory, under the name of the program. */
export function usualPlace(name: string, { kind, form }: CliPlan, { cwd }: Deps): string {
  const base = name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
  const ending = kind === 'cli-rust' ? '' : ENDINGS[form];
  return toAbsolutePath(`./${base}${ending}`, cwd);
}

const ENDINGS: Readonly<Record<CliForm, string>> = {
  source: '.ts',
  bundle: '.js',
  executable: sep === '\\' ? '.exe' : '',
};

/** What the program is called: as it was said, or as the server is. */
export function programName({ options }: CliPlan, server: string): string {
  return options.name ?? toKebab(server);
}
