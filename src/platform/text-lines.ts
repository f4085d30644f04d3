// Cuts a stream of bytes into lines of text while it flows.
import { StringDecoder } from 'node:string_decoder';

/** A longer line is handed on in pieces, so that a stream without line ends cannot fill the memory. */
const MAX_LINE_CHARS = 65_536;

export interface TextLines {
  push(chunk: Buffer): void;
  /** Hands on what stands after the last line end. */
  end(): void;
}

export function textLines(onLine: (line: string) => void): TextLines {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    for (; rest.length > MAX_LINE_CHARS; rest = rest.slice(MAX_LINE_CHARS)) {
      onLine(rest.slice(0, MAX_LINE_CHARS));
    }
  };
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end());
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
