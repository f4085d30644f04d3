// What a caller sends with a command line: its words, its place, its environment, its terminals.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';

export type StreamName = 'stdin' | 'stdout' | 'stderr';

/** Which streams of the caller are terminals. */
export interface Terminals {
  has(name: StreamName): boolean;
  readonly columns: number | undefined;
}

export interface CommandRequest {
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
  readonly terminals: Terminals;
}

export function toCommandRequest(params: JsonObject): CommandRequest {
  const { program, argv, cwd, home, env, terminals, columns } = params;
  const names = toTexts(terminals);
  return {
    program: toText(program),
    argv: toTexts(argv),
    cwd: toText(cwd),
    home: toText(home),
    env: toEnvironment(env),
    terminals: {
      has: (name) => names.includes(name),
      columns: typeof columns === 'number' ? columns : undefined,
    },
  };
}

/** The environment of a caller: given to what is started for it, and written nowhere. */
export function toEnvironment(value: JsonValue | undefined): Environment {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(entries.map(([name, text]) => [name, toText(text)]));
}

export function toTexts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(toText) : [];
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
