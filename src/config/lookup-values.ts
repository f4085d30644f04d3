// Where the value of a placeholder comes from: the environment, the folders at hand, a file, or the user.
import { readFile } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Environment } from '../platform/env.ts';
import { errnoOf } from '../platform/errno.ts';
import { expandTilde, type Places } from './config-files.ts';
import type { ExpandOptions, Reference, ReferenceKind } from './expand-env.ts';
import type { ConfiguredServer } from './found-entry.ts';

/** A value the configuration leaves to the user. */
export interface InputQuestion {
  readonly id: string;
  readonly server: string;
  readonly description?: string;
  /** What is typed must not be shown. */
  readonly isSecret: boolean;
  readonly choices?: readonly string[];
  readonly preset?: string;
}

/** Gives nothing where there is nobody to ask. */
export type AskInput = (question: InputQuestion) => Promise<string | undefined>;

export interface LookupContext {
  readonly server: ConfiguredServer;
  readonly baseDir: string;
  readonly env: Environment;
  readonly config: { readonly places: Places };
  readonly askInput?: AskInput;
}

export function lookupValues(context: LookupContext): ExpandOptions {
  const { file, editor } = context.server.origin;
  const answers = new Map<string, Promise<string>>();
  const lookups: Readonly<Record<ReferenceKind, (name: string) => Promise<string | undefined>>> = {
    env: async (name) => variableOf(name, context),
    file: (name) => contentsOf(name, context),
    input: (name) => {
      const answer = answers.get(name) ?? ask(name, context);
      answers.set(name, answer);
      return answer;
    },
    command: async () => undefined,
    config: async () => undefined,
  };
  return {
    valueOf: ({ kind, name }) => lookups[kind](name),
    missing: (reference) => missing(reference, file),
    malformed: (reason) => new PlugboardError('config_error', { file, reason }),
    // Editors have no such escape, and on Windows their paths have backslashes before placeholders.
    hasEscapes: editor === undefined,
  };
}

/** Names editors know without any environment. */
const FOLDERS = new Map<string, (places: Places) => string>([
  ['workspaceFolder', ({ rootDir }) => rootDir],
  ['workspaceFolderBasename', ({ rootDir }) => basename(rootDir)],
  ['userHome', ({ home }) => home],
  ['pathSeparator', () => sep],
  ['/', () => sep],
]);

function variableOf(name: string, { env, config }: LookupContext): string | undefined {
  const { places } = config;
  return ownValue(env, name, places.platform) ?? FOLDERS.get(name)?.(places);
}

/** Windows does not tell `Path` from `PATH`. */
function ownValue(env: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (Object.hasOwn(env, name)) return env[name];
  if (platform !== 'win32') return undefined;
  const twin = Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase());
  return twin === undefined ? undefined : env[twin];
}

async function contentsOf(name: string, context: LookupContext): Promise<string> {
  const path = resolve(context.baseDir, expandTilde(name, context.config.places.home));
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    const reason = `\${file:${name}} cannot be read (${errnoOf(cause) ?? 'unknown error'})`;
    const { file } = context.server.origin;
    throw new PlugboardError('config_error', { file, reason }, { cause });
  }
}

async function ask(id: string, { server, askInput }: LookupContext): Promise<string> {
  const question = toQuestion(id, server);
  const answer = await askInput?.(question);
  if (answer !== undefined) return answer;
  const about = question.description === undefined ? '' : ` (${question.description})`;
  throw new PlugboardError(
    'config_error',
    {
      file: server.origin.file,
      reason: `server '${server.name}' asks for '${id}'${about}, and there is no terminal to ask on`,
    },
    { hint: 'Run it in a terminal, or define the server in `config/mcplug.json` with a variable' },
  );
}

function toQuestion(id: string, { name, inputs }: ConfiguredServer): InputQuestion {
  // Nobody says what it is for: it may well be a password.
  const input: JsonObject = inputs.find((one) => one['id'] === id) ?? { password: true };
  const { description, default: preset, options } = input;
  return {
    id,
    server: name,
    ...(typeof description === 'string' && { description }),
    isSecret: input['password'] === true,
    ...(Array.isArray(options) && { choices: options.flatMap(toChoice) }),
    ...(typeof preset === 'string' && { preset }),
  };
}

/** A choice is a text, or one with a label beside it. */
function toChoice(option: JsonValue): readonly string[] {
  const value = isJsonObject(option) ? option['value'] : option;
  return typeof value === 'string' ? [value] : [];
}

function missing({ kind, name }: Reference, file: string): PlugboardError {
  if (kind !== 'env') {
    const reason = `\${${kind}:${name}} has a value only inside the editor`;
    return new PlugboardError('config_error', { file, reason });
  }
  const reason = `environment variable '${name}' is not set`;
  return new PlugboardError(
    'config_error',
    { file, reason, variable: name },
    { hint: `Set ${name}, or write \`\${${name}:-fallback}\`` },
  );
}
