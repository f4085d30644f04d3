// What a test can ask of any surface: one face for the library and for every way over the wire.
import type { LogLevel } from '../../src/core/call-context.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import type { Inbox } from './inbox.ts';

export interface Question {
  readonly method: string;
  readonly params?: JsonObject;
}

export interface Wishes {
  /** Asks for log messages from this level on. */
  readonly logLevel?: LogLevel;
  /** Answers what the call asks; without it the client says that it cannot be asked. */
  readonly answer?: (question: Question) => JsonObject;
}

export type Heard =
  | { readonly progress: JsonObject }
  | { readonly log: { level: string; data: JsonValue; logger?: string } };

/** How a request went, in words that mean the same on every surface. */
export type Outcome =
  | { readonly result: JsonObject }
  | { readonly refused: { readonly code: string; readonly message: string } }
  | { readonly cancelled: true };

/** A request on its way. */
export interface Running {
  /** What came before the answer, in order. */
  readonly heard: Inbox<Heard>;
  readonly outcome: Promise<Outcome>;
  cancel(): void;
  /** How many answers came for it, wanted or not. */
  answers(): number;
}

export interface SurfaceClient extends AsyncDisposable {
  readonly name: string;
  /** Absent in the library. */
  readonly revision: string | undefined;
  start(method: string, params?: JsonObject, wishes?: Wishes): Running;
  /** Lists that were announced as changed, and URIs that were updated. */
  readonly changes: Inbox<string>;
  /** Asks for list changes, and for updates of some resources; resolves when they will be told. */
  watch(uris: readonly string[]): Promise<void>;
}

export function ask(
  client: SurfaceClient,
  method: string,
  params: JsonObject = {},
): Promise<Outcome> {
  return client.start(method, params).outcome;
}

export function call(client: SurfaceClient, name: string, args: JsonObject = {}): Promise<Outcome> {
  return ask(client, 'tools/call', { name, arguments: args });
}

export function startCall(client: SurfaceClient, name: string, wishes: Wishes = {}): Running {
  return client.start('tools/call', { name, arguments: {} }, wishes);
}

/** The result, for tests that are lost without one. */
export async function resultOf(outcome: Promise<Outcome>): Promise<JsonObject> {
  const came = await outcome;
  if ('result' in came) return came.result;
  throw new Error(`no result: ${JSON.stringify(came)}`);
}

/** The text of the first block. */
export async function textOf(outcome: Promise<Outcome>): Promise<string> {
  const { content } = (await resultOf(outcome)) as { content?: { text?: string }[] };
  return content?.[0]?.text ?? '';
}
