// The text of server-sent events.

export interface SseEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
  readonly retryMs?: number;
}

/** JSON text holds no raw line breaks, so that one `data:` line carries a whole message. */
export function sseText({ id, event, data, retryMs }: SseEvent): string {
  let text = '';
  if (event !== undefined) text += `event: ${event}\n`;
  if (id !== undefined) text += `id: ${id}\n`;
  if (retryMs !== undefined) text += `retry: ${retryMs}\n`;
  return `${text}data: ${data}\n\n`;
}

export const SSE_KEEP_ALIVE = ': keep-alive\n\n';

export const SSE_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;
