// Reads the messages of a line channel; only `\n` ends a line, whatever else a text holds.
import type { JsonObject } from '../../../src/core/json.ts';

export interface LineAnswers {
  /** The messages that carry an id, by that id, in the order they came. */
  readonly byId: ReadonlyMap<unknown, readonly JsonObject[]>;
  /** Lines that are no JSON; a server never writes one. */
  readonly unreadable: readonly string[];
}

export function readLines(
  stream: NodeJS.ReadableStream,
  onMessage: (message: JsonObject) => void = () => {},
): LineAnswers {
  const byId = new Map<unknown, JsonObject[]>();
  const unreadable: string[] = [];
  const take = (message: JsonObject) => {
    const id = message['id'];
    const before = byId.get(id);
    if (before) before.push(message);
    else if (id !== undefined) byId.set(id, [message]);
    onMessage(message);
  };
  const takeLine = (line: string) => {
    try {
      const value = JSON.parse(line) as JsonObject | JsonObject[];
      for (const message of Array.isArray(value) ? value : [value]) take(message);
    } catch {
      unreadable.push(line);
    }
  };
  let rest: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf('\n');
    if (end === -1) {
      rest.push(chunk);
      return;
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
    rest = [chunk.subarray(end + 1)];
    text.split('\n').forEach(takeLine);
  });
  return { byId, unreadable };
}
