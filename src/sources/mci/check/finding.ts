// What is wrong with a schema file, and where in it.
import type { JsonValue } from '../../../core/json.ts';

export type DataPath = readonly (string | number)[];

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly path: DataPath;
  readonly message: string;
}

/** Looks at a value; the findings know where it stands. */
export interface Rule {
  (value: JsonValue, found: Findings): void;
  /** Values of this type are right: nobody needs to be asked, which makes large schemas cheap. */
  readonly fits?: 'string' | 'boolean';
}

/** `tools[0].execution.url` */
export function renderPath(path: DataPath): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}

/** Collects what is found on a walk through the data, and knows where the walk has come to. */
export class Findings {
  readonly all: Finding[] = [];
  /** One path for the whole walk: most places are never reported, so none is made for them. */
  readonly #path: (string | number)[] = [];

  /** Looks at a member or an element. */
  inside(key: string | number, value: JsonValue, rule: Rule): void {
    this.#path.push(key);
    rule(value, this);
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
