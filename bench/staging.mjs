// Lays the built package out as an installed one, apart from the tree others may be building in.
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));
/** Installed beside ours, to be compared with. */
const RIVAL = '@modelcontextprotocol/server';

export async function openStage() {
  if (!existsSync(join(ROOT, 'dist', 'index.js'))) {
    throw new Error('There is no built package to measure. Run: npm run build');
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-bench-'));
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const installed = join(folder, 'node_modules', manifest.name);
  await cp(join(ROOT, 'dist'), join(installed, 'dist'), { recursive: true });
  await cp(join(ROOT, 'sdk'), join(installed, 'sdk'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(installed, 'package.json'));
  await cp(PROGRAMS, join(folder, 'programs'), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), RIVAL]) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
  return {
    folder,
    version: manifest.version,
    program: (name) => join(folder, 'programs', `${name}.mjs`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export const RESULTS_FOLDER = join(ROOT, 'bench', 'results');
