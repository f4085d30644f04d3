// Reads resources through a script of the project: `providers/<name>.sh URI` prints the content.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import type { BashProject } from '../bash-project.ts';
import { runProjectScript } from '../tool/run-project-script.ts';
import { oversized } from './file-provider.ts';
import { providerEnv } from './provider-env.ts';
import { providerError } from './provider-error.ts';

export interface ScriptRead {
  readonly uri: string;
  readonly provider: string;
  readonly path: string;
  /** Told to the script beside the usual. */
  readonly env: Readonly<Record<string, string>>;
  readonly signals: readonly AbortSignal[];
}

/** A name that is a word cannot lead out of the folder. */
const PROVIDER_NAME = /^[A-Za-z0-9][\w.+-]*$/u;

/** The project's own script for a provider; it goes before ours of the same name. */
export async function findProviderScript(
  project: BashProject,
  provider: string,
): Promise<string | undefined> {
  if (!PROVIDER_NAME.test(provider)) return undefined;
  const path = join(project.folders.providers, `${provider}.sh`);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? path : undefined;
}

/** What shells say of a script that a signal ended. */
const KILLED = 128;

export async function readScript(project: BashProject, read: ScriptRead): Promise<Buffer> {
  const { uri, provider, path, signals } = read;
  const { maxResourceBytes, defaultToolTimeoutMs } = project.settings;
  const end = await runProjectScript({
    path,
    args: [uri],
    env: { ...(await providerEnv(project, provider)), ...read.env },
    cwd: project.root,
    timeoutMs: defaultToolTimeoutMs,
    maxOutputBytes: maxResourceBytes,
    signals,
    what: uri,
  }).catch((thrown: unknown) => {
    throw toReadError(uri, thrown, maxResourceBytes);
  });
  if (end.exitCode === 0) return end.stdout;
  throw providerError({ status: end.exitCode ?? KILLED, uri, said: end.stderr.trim() });
}

function toReadError(uri: string, thrown: unknown, maxBytes: number): unknown {
  const error = toPlugboardError(thrown);
  if (error.code === 'cancelled') return error;
  if (error.code === 'too_large') return oversized(uri, maxBytes);
  return providerError({ status: 5, uri, said: error.message, cause: error });
}
