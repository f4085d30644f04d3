// Reads what a generated file says about its own making: a source, a bundle, an executable, a project.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNote } from '../../codegen/artifact.ts';
import type { Provenance } from '../../codegen/catalog.ts';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { isDirectory, toAbsolutePath } from '../locate.ts';

/** The file is read, never run. */
export async function readArtifact(text: string, cwd: string): Promise<Provenance> {
  const path = toAbsolutePath(text, cwd);
  const file = (await isDirectory(path)) ? join(path, 'src', 'main.rs') : path;
  // Bytes as they are: the note is plain ASCII, whatever stands around it.
  const provenance = findNote(await readBytes(file, text));
  if (provenance) return provenance;
  throw new PlugboardError(
    'parse_error',
    { what: text, reason: 'it was not made by plugboard' },
    { hint: 'Name a file that `plugboard generate-cli`, `emit-ts` or `emit-rs` wrote' },
  );
}

async function readBytes(file: string, named: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === 'ENOENT') throw new PlugboardError('not_found', { kind: 'file', name: named });
    const reason = `cannot be read (${code ?? 'unknown error'})`;
    throw new PlugboardError('forbidden', { what: named, reason }, { cause });
  }
}
