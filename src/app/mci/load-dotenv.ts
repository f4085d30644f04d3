// The variables of an MCI project: its .env files below the environment of the process.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import { errnoOf } from '../../platform/errno.ts';
import { parseDotenv } from '../../platform/parse-dotenv.ts';

type Variables = Readonly<Record<string, string>>;

export interface DotenvOptions {
  /** The environment of whoever asks; it wins over files. */
  readonly env: Environment;
  /** Wins over everything. */
  readonly explicit?: Variables;
}

/** Looked at beside the schema, from low to high; the library's own name for it is fixed. */
const FOLDERS = ['mci', '.'] as const;

const NAMES = ['.env.mci', '.env'] as const;

/** One `.env.mci` is enough to make every `.env` count for nothing. */
export async function loadDotenv(
  schemaFile: string,
  { env, explicit = {} }: DotenvOptions,
): Promise<Variables> {
  const root = dirname(schemaFile);
  const [own, shared] = NAMES;
  const owned = await readAll(root, own);
  const texts = owned.length > 0 ? owned : await readAll(root, shared);
  const base = childBaseEnv(env);
  let variables: Variables = {};
  for (const text of texts) {
    variables = { ...variables, ...(await parseDotenv(text, { env: base, below: variables })) };
  }
  return { ...variables, ...base, ...explicit };
}

/** Every file that can have a say, whether it is there or not. */
export function dotenvFiles(schemaFile: string): readonly string[] {
  const root = dirname(schemaFile);
  return FOLDERS.flatMap((folder) => NAMES.map((name) => join(root, folder, name)));
}

async function readAll(root: string, name: string): Promise<readonly string[]> {
  const texts = await Promise.all(FOLDERS.map((folder) => readIfThere(join(root, folder, name))));
  return texts.filter((text) => text !== undefined);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = errnoOf(cause);
    // A folder of that name is somebody's virtual environment.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    const reason = `cannot be read (${code ?? 'unknown error'})`;
    throw new PlugboardError('config_error', { file, reason }, { cause });
  }
}
