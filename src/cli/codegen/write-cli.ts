// Writes a generated command line in the form that was asked for.
import { join } from 'node:path';
import { readArtifact } from '../../app/codegen/read-artifact.ts';
import { intoPlace, readCliRuntime, writeArtifact } from '../../app/codegen/write-artifact.ts';
import { exists } from '../../app/locate.ts';
import type { Catalog, RenderOptions } from '../../codegen/catalog.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Deps } from '../deps.ts';
import { usualPlace, type CliPlan } from './cli-plan.ts';

export interface WriteRequest {
  readonly plan: CliPlan;
  readonly catalog: Catalog;
  readonly render: RenderOptions;
}

export interface WrittenCli {
  /** The file or the folder that was written. */
  readonly output: string;
  /** The program that can be run at once. */
  readonly executable?: string;
}

export async function writeCli(request: WriteRequest, deps: Deps): Promise<WrittenCli> {
  const { plan, render } = request;
  const output = plan.output ?? (await freePlace(usualPlace(render.name, plan, deps)));
  return plan.kind === 'cli-rust'
    ? writeRust(request, output, deps)
    : writeTs(request, output, deps);
}

/** What we did not make is not overwritten, unless it was named. */
async function freePlace(path: string): Promise<string> {
  if (!(await exists(path))) return path;
  const isOurs = await readArtifact(path, '/').then(
    () => true,
    () => false,
  );
  if (isOurs) return path;
  throw new PlugboardError(
    'forbidden',
    { what: path, reason: 'is there already and was not made by plugboard' },
    { hint: 'Name another place with `--output`' },
  );
}

/** A file with secrets is for its owner alone. */
function modeOf({ options }: CliPlan, isProgram: boolean): number {
  const mode = isProgram ? 0o755 : 0o644;
  return options.hasSecrets === true ? mode & 0o700 : mode;
}

async function writeTs(
  { plan, catalog, render }: WriteRequest,
  output: string,
  deps: Deps,
): Promise<WrittenCli> {
  const { renderCliBundle, renderTsCli } = await import('../../codegen/typescript/ts-cli.ts');
  const mode = modeOf(plan, true);
  if (plan.form === 'source') {
    await writeArtifact(output, renderTsCli(catalog, render), mode);
    return { output };
  }
  const bundle = renderCliBundle(catalog, await readCliRuntime(), render);
  if (plan.form === 'bundle') await writeArtifact(output, bundle, mode);
  else {
    const { compileExecutable } = await import('../../app/codegen/compile-executable.ts');
    const { signal } = deps;
    await intoPlace(output, () => compileExecutable(bundle, { output, mode, signal }));
  }
  return { output, executable: output };
}

async function writeRust(
  { plan, catalog, render }: WriteRequest,
  output: string,
  deps: Deps,
): Promise<WrittenCli> {
  const { rustCliProject } = await import('../../codegen/rust/rust-cli-project.ts');
  const files = rustCliProject(catalog, render);
  for (const [path, text] of files) {
    await writeArtifact(join(output, path), text, modeOf(plan, false));
  }
  if (plan.form !== 'executable') return { output };
  const { buildRustProject } = await import('../../codegen/rust/build-rust-project.ts');
  const executable = await buildRustProject(output, {
    env: deps.env,
    signal: deps.signal,
    onProgress: (chunk) => deps.io.stderr.write(chunk),
  });
  return { output, executable };
}
