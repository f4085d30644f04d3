// Bounds what all requests in flight hold together: memory belongs to the process, not to a server.
import { RPC, type WireError } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';

/** Shorter messages are never refused, and not counted: that would cost every call. */
export const LIGHT_BYTES = 16_384;

export const NO_ROOM: WireError = {
  code: RPC.internalError,
  message: `Requests in flight hold ${wireLimit('maxInflightBytes')} bytes, and there is no room for more`,
  data: { hint: 'Send it again when others are answered, or less in one request' },
};

interface Load {
  readonly bytes: number;
  /** Requests that came with it and have not ended, and the reading of it. */
  holders: number;
}

let heldBytes = 0;
/** The message that is being read; requests begin while it is. */
let arriving: Load | undefined;

export function hasRoomFor(bytes: number): boolean {
  return bytes <= LIGHT_BYTES || heldBytes + bytes <= wireLimit('maxInflightBytes');
}

/**
 * The reading of a message, to be done once, now or later. From now on the message counts, until it
 * is read and every request that began with it has ended.
 */
export function counted(bytes: number, read: () => void): () => void {
  if (bytes <= LIGHT_BYTES) return read;
  const load: Load = { bytes, holders: 1 };
  heldBytes += bytes;
  return () => {
    arriving = load;
    try {
      read();
    } finally {
      arriving = undefined;
      letGo(load);
    }
  };
}

/** What a request does when it ends, where it came with a message that counts. */
export function holdArriving(): (() => void) | undefined {
  const load = arriving;
  if (!load) return undefined;
  load.holders += 1;
  return () => letGo(load);
}

function letGo(load: Load): void {
  load.holders -= 1;
  if (load.holders === 0) heldBytes -= load.bytes;
}
