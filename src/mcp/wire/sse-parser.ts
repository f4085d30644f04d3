// Reads server-sent events out of a byte stream, however it was chunked.
import { StringDecoder } from 'node:string_decoder';

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface SseReader {
  feed(chunk: Buffer): void;
  /** The pause a server asked for before reconnecting. */
  readonly retryMs: number | undefined;
}

/** Calls back for each complete event; an unfinished one at the end of the stream is dropped. */
export function sseReader(onEvent: (event: ReceivedEvent) => void): SseReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let endsInReturn = false;
  let data: string[] = [];
  let event = '';
  let id: string | undefined;
  let retryMs: number | undefined;

  const dispatch = () => {
    if (data.length > 0) onEvent({ id, event: event || 'message', data: data.join('\n') });
    data = [];
    event = '';
  };
  const take = (line: string) => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
  };
  return {
    get retryMs() {
      return retryMs;
    },
    feed: (chunk) => {
      const text = decoder.write(chunk);
      if (text === '') return;
      const mayEnd = endsInReturn || /[\r\n]/.test(text);
      endsInReturn = text.endsWith('\r');
      rest += text;
      // A long line comes in many pieces: to look at all of them with each would take for ever.
      if (!mayEnd) return;
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    },
  };
}
