// Reads server-sent events out of a byte stream, however it was chunked.
import { StringDecoder } from 'node:string_decoder';
import { PlugboardError } from '../../core/errors.ts';
import { wireLimit } from './limits.ts';

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface SseReader {
  /** Throws `too_large` for an event that is longer than a message may be. */
  feed(chunk: Buffer): void;
  /** The pause a server asked for before reconnecting. */
  readonly retryMs: number | undefined;
}

/** Calls back for each complete event; an unfinished one at the end of the stream is dropped. */
export function sseReader(
  onEvent: (event: ReceivedEvent) => void,
  maxEventBytes = wireLimit('maxMessageBytes'),
): SseReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let [restBytes, dataBytes] = [0, 0];
  let endsInReturn = false;
  let data: string[] = [];
  let event = '';
  let id: string | undefined;
  let retryMs: number | undefined;

  const hold = (value: string) => {
    data.push(value);
    dataBytes += Buffer.byteLength(value);
    refuseOversize(dataBytes, maxEventBytes);
  };
  const dispatch = () => {
    if (data.length > 0) onEvent({ id, event: event || 'message', data: data.join('\n') });
    data = [];
    dataBytes = 0;
    event = '';
  };
  const take = (line: string) => {
    if (line === '') return dispatch();
    const [field, value] = fieldOf(line);
    if (field === 'data') hold(value);
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
      restBytes += chunk.length;
      const mayEnd = endsInReturn || /[\r\n]/.test(text);
      endsInReturn = text.endsWith('\r');
      rest += text;
      // A long line comes in many pieces: to look at all of them with each would take for ever.
      if (!mayEnd) return refuseOversize(restBytes + dataBytes, maxEventBytes);
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      restBytes = Buffer.byteLength(rest);
      for (const line of lines) take(line);
    },
  };
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

function refuseOversize(bytes: number, limitBytes: number): void {
  if (bytes > limitBytes) throw new PlugboardError('too_large', { limitBytes });
}
