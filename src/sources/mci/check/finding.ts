// What is wrong with a schema file, and where in it.
import type { JsonValue } from '../../../core/json.ts';

export type DataPath = readonly (string | number)[];

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly path: DataPath;
  readonly message: string;
}

/** What a value has to be. */
export interface Rule {
  /** Whether there is nothing to say about a value; large schemas are right, so this must be cheap. */
  readonly accepts: (value: JsonValue) => boolean;
  /** Says what is to be said about a value that is not accepted. */
  readonly explain: Explain;
}

/** Looks at a value; the findings know where it stands. */
export type Explain = (value: JsonValue, found: Findings) => void;

/** `tools[0].execution.url` */
export function renderPath(path: DataPath): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}

/** Collects what is found on a walk through the data, and knows where the walk has come to. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #path: (string | number)[] = [];

  /** Looks at a member or an element. */
  inside(key: string | number, value: JsonValue, rule: Rule): void {
    if (rule.accepts(value)) return;
    this.#path.push(key);
    rule.explain(value, this);
    this.#path.pop();
  }

  /** The name of the member that is being looked at. */
  get key(): string | number | undefined {
    return this.#path.at(-1);
  }

  error(message: string, ...below: DataPath): void {
    this.all.push({ severity: 'error', path: [...this.#path, ...below], message });
  }

  warn(message: string, ...below: DataPath): void {
    this.all.push({ severity: 'warning', path: [...this.#path, ...below], message });
  }
}
