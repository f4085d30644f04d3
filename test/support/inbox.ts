// What came in, in order of arrival; tests wait for an entry by what it says.
import type { JsonObject } from '../../src/core/json.ts';

const GIVE_UP_MS = 4_000;

/** A JSON-RPC message as a test reads it; every member may be missing or wrong. */
export interface WireMessage {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

interface Waiting<Item> {
  readonly matches: (item: Item) => boolean;
  readonly resolve: (item: Item | undefined) => void;
}

export class Inbox<Item> {
  /** Everything that ever came, taken or not. */
  readonly all: Item[] = [];
  #fresh: Item[] = [];
  #waiting = new Set<Waiting<Item>>();
  #closed = false;

  push(item: Item): void {
    this.all.push(item);
    for (const waiting of this.#waiting) {
      if (!waiting.matches(item)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(item);
      return;
    }
    this.#fresh.push(item);
  }

  /** Nothing more will come. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting) waiting.resolve(undefined);
    this.#waiting.clear();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The first entry that matches and was not taken before, or nothing where none can come. */
  async take(
    matches: (item: Item) => boolean = () => true,
    giveUpMs = GIVE_UP_MS,
  ): Promise<Item | undefined> {
    const at = this.#fresh.findIndex(matches);
    if (at !== -1) return this.#fresh.splice(at, 1)[0];
    if (this.#closed) return undefined;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new Error(`nothing matched ${String(matches)} among ${JSON.stringify(this.all)}`));
      }, giveUpMs);
      const waiting: Waiting<Item> = {
        matches,
        resolve: (item) => {
          clearTimeout(timer);
          resolve(item);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  /** As `take`, for tests that are lost without the entry. */
  async next(matches?: (item: Item) => boolean, giveUpMs?: number): Promise<Item> {
    const item = await this.take(matches, giveUpMs);
    if (item === undefined) throw new Error(`closed; came: ${JSON.stringify(this.all)}`);
    return item;
  }
}
