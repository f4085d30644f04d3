// One face for every foreign client, so that the same tests run against all of them.

export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
}

export interface CallWishes {
  readonly onProgress?: (progress: number) => void;
  readonly signal?: AbortSignal;
}

/** How a row of the matrix reaches the fixture. */
export type Route =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http' | 'sse'; readonly url: URL };

/** A connected client of somebody else's making. */
export interface Peer extends AsyncDisposable {
  readonly revision: string | undefined;
  readonly serverName: string | undefined;
  /** Texts of the log notifications that came in. */
  readonly logs: readonly string[];
  /** URIs and list names that were announced as changed. */
  readonly changes: readonly string[];
  toolNames(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, wishes?: CallWishes): Promise<CallOutcome>;
  /** Calls a tool and asks for its log lines, in the way of the revision. */
  callLogged(name: string): Promise<CallOutcome>;
  resourceUris(): Promise<string[]>;
  templateUris(): Promise<string[]>;
  read(uri: string): Promise<string>;
  watch(uri: string): Promise<void>;
  promptNames(): Promise<string[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  complete(prompt: string, argument: string, value: string): Promise<readonly string[]>;
}

interface Block {
  readonly type: string;
  readonly text?: unknown;
}

/** The text of the first text block; other kinds are of no interest here. */
export function firstText(blocks: readonly Block[]): string {
  const block = blocks.find(({ type }) => type === 'text');
  return typeof block?.text === 'string' ? block.text : '';
}

export const CLIENT_INFO = { name: 'interop-client', version: '1.0.0' };
/** What every peer answers when it is asked. */
export const ELICITED = { username: 'ada', email: 'ada@example.org', name: 'Ada' };
export const SAMPLED = 'Paris';
export const ROOT = { uri: 'file:///interop', name: 'interop' };
