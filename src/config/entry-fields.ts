// Reads the members of an entry by the type they must have and collects what is wrong with them.
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';

export interface Mistake {
  readonly key: string;
  readonly says: string;
}

type Scalar = string | number | boolean;

function isScalar(value: JsonValue | undefined): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export class EntryFields {
  readonly mistakes: Mistake[] = [];
  readonly #entry: JsonObject;

  constructor(entry: JsonObject) {
    this.#entry = entry;
  }

  get(key: string): JsonValue | undefined {
    const value = Object.hasOwn(this.#entry, key) ? this.#entry[key] : undefined;
    return value ?? undefined;
  }

  complain(key: string, says: string): undefined {
    this.mistakes.push({ key, says });
    return undefined;
  }

  /** An empty text is as good as none. */
  text(key: string): string | undefined {
    const value = this.get(key);
    if (value === undefined || value === '') return undefined;
    return typeof value === 'string' ? value : this.complain(key, 'must be a string');
  }

  flag(key: string): boolean | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    return typeof value === 'boolean' ? value : this.complain(key, 'must be true or false');
  }

  milliseconds(key: string): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value > 0) return value;
    return this.complain(key, 'must be a positive number of milliseconds');
  }

  /** Numbers and booleans are taken as they are written. */
  list(key: string): readonly string[] | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every(isScalar)) return value.map(String);
    return this.complain(key, 'must be a list of strings');
  }

  map(key: string): Readonly<Record<string, string>> {
    const value = this.get(key);
    if (value === undefined) return {};
    if (!isJsonObject(value)) return this.complain(key, 'must be an object of strings') ?? {};
    const pairs: [string, string][] = [];
    for (const [name, member] of Object.entries(value)) {
      if (isScalar(member)) pairs.push([name, String(member)]);
      else if (member !== null)
        this.complain(key, `must be an object of strings; ${name} is not one`);
    }
    return Object.fromEntries(pairs);
  }

  object(key: string): JsonObject | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    return isJsonObject(value) ? value : this.complain(key, 'must be an object');
  }

  oneOf<Option extends string>(key: string, options: readonly Option[]): Option | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const found = options.find((option) => option === value);
    return found ?? this.complain(key, `must be one of ${options.join(', ')}`);
  }
}
