// Keeps the end of a stream of bytes, and counts all of them.

export interface TailBuffer {
  readonly push: (chunk: Buffer) => void;
  /** All bytes that came, also those no longer kept. */
  bytes(): number;
  text(): string;
}

export function tailBuffer(maxBytes: number): TailBuffer {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let bytes = 0;
  return {
    push: (chunk) => {
      bytes += chunk.length;
      kept.push(chunk);
      keptBytes += chunk.length;
      // Joined only now and then, so that many small chunks stay cheap.
      if (keptBytes <= 2 * maxBytes) return;
      kept = [Buffer.concat(kept).subarray(-maxBytes)];
      keptBytes = maxBytes;
    },
    bytes: () => bytes,
    text: () => Buffer.concat(kept).subarray(-maxBytes).toString(),
  };
}
