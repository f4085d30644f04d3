// The bounds of the wire that users can meet, in one table; how often we look stands where we look.

export const WIRE_LIMITS = {
  pageItems: { value: 1000, doc: 'Items in one page of a list' },
  maxMessageBytes: {
    value: 16 * 1024 * 1024,
    doc: 'Longest line on stdio, answer or event on HTTP, in bytes',
  },
  maxBodyBytes: { value: 4 * 1024 * 1024, doc: 'Longest body of an HTTP request, in bytes' },
  maxReceivingBytes: {
    value: 256 * 1024 * 1024,
    doc: 'Bodies under way on all connections; one that finds no room is cut',
  },
  maxInflightBytes: {
    value: 128 * 1024 * 1024,
    doc: 'Requests being worked on, all together; a long one that finds no room is refused',
  },
  maxBatch: { value: 100, doc: 'Messages in one JSON-RPC batch' },
  maxSessions: { value: 1000, doc: 'HTTP sessions at once; the longest idle one makes room' },
  sessionIdleMs: { value: 30 * 60_000, doc: 'An HTTP session without traffic ends after this' },
  keepAliveMs: { value: 15_000, doc: 'A silent SSE stream carries a comment this often' },
  streamAfterMs: { value: 15_000, doc: 'A reply that takes longer becomes an SSE stream' },
  maxQueuedBytes: {
    value: 8 * 1024 * 1024,
    doc: 'Unread output of one connection before it is cut',
  },
  maxUnreadBytes: {
    value: 256 * 1024 * 1024,
    doc: 'Unread output of all connections before the oldest is cut',
  },
  drainMs: { value: 30_000, doc: 'A client that reads nothing for this long is cut' },
  shutdownGraceMs: { value: 5_000, doc: 'Calls in flight get this long to finish at shutdown' },
  headersMs: { value: 10_000, doc: 'Time to receive the headers of an HTTP request' },
  requestMs: { value: 60_000, doc: 'Time to receive a whole HTTP request' },
  maxStoredEvents: { value: 256, doc: 'SSE events kept per session for resuming clients' },
  maxStoredBytes: { value: 4 * 1024 * 1024, doc: 'Bytes of SSE events kept per session' },
  maxStoredTotalBytes: {
    value: 64 * 1024 * 1024,
    doc: 'Bytes of SSE events kept of all sessions; the quietest session loses its own first',
  },
  maxListens: { value: 1024, doc: 'Open subscriptions/listen streams' },
  maxCompletions: { value: 100, doc: 'Values in one answer to completion/complete' },
  maxParked: { value: 1000, doc: 'Calls waiting for an answer of a 2026 client' },
  parkedMs: { value: 10 * 60_000, doc: 'A call waiting for an answer is given up after this' },
  maxRounds: { value: 10, doc: 'Times a server may ask for input during one request of ours' },
  maxResumes: { value: 5, doc: 'Times an answer that broke off is asked for again' },
  maxRefusalBytes: { value: 64 * 1024, doc: 'What is read of the words of a server that refuses' },
  listTtlMs: { value: 1000, doc: 'Freshness of lists told to 2026 clients (`ttlMs`)' },
} as const;

export type WireLimit = keyof typeof WIRE_LIMITS;

export function wireLimit(name: WireLimit): number {
  return WIRE_LIMITS[name].value;
}
