// Cuts a byte stream into lines, however the bytes were chunked, without letting a line grow for ever.

const NEWLINE = 0x0a;

export interface LineSink {
  line(text: string): void;
  /** A line was longer than allowed; its bytes were dropped. */
  oversize(): void;
}

/** Returns a function to feed with chunks. A character cut in two by a chunk border stays whole. */
export function lineSplitter(maxLineBytes: number, sink: LineSink): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let dropping = false;

  const keep = (piece: Buffer) => {
    if (dropping || piece.length === 0) return;
    held += piece.length;
    if (held > maxLineBytes) {
      dropping = true;
      parts = [];
      return;
    }
    parts.push(piece);
  };

  const emit = () => {
    if (dropping) sink.oversize();
    else if (held > 0) {
      const text = parts.length === 1 ? String(parts[0]) : Buffer.concat(parts).toString();
      if (text.trim() !== '') sink.line(text);
    }
    parts = [];
    held = 0;
    dropping = false;
  };

  const cut = (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      emit();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  };

  return (chunk) => {
    const first = chunk.indexOf(NEWLINE);
    const last = chunk.lastIndexOf(NEWLINE);
    if (first === last || chunk.length > maxLineBytes) return cut(chunk);
    keep(chunk.subarray(0, first));
    emit();
    // Lines that came whole are decoded together, which is much cheaper than one by one.
    for (const line of chunk.toString('utf8', first + 1, last).split('\n')) {
      if (line.trim() !== '') sink.line(line);
    }
    keep(chunk.subarray(last + 1));
  };
}
