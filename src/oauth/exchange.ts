// One bounded exchange with an authorization server, over the same door as every other request.
import { PlugboardError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import { errnoOf } from '../platform/errno.ts';
import type { HttpMessage, HttpReply, SendHttp } from '../platform/send-http.ts';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Some refuse whoever does not say what program it is. */
const USER_AGENT = { 'User-Agent': `plugboard/${VERSION}` };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export async function exchange(send: SendHttp, message: HttpMessage): Promise<Answer> {
  const clock = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([message.signal, clock]);
  try {
    return await answerOf(
      await send({ ...message, headers: { ...USER_AGENT, ...message.headers }, signal }),
    );
  } catch (thrown) {
    const { host } = message.url;
    if (clock.aborted && !message.signal.aborted) {
      throw new PlugboardError('timeout', { what: host, afterMs: TIMEOUT_MS, doing: 'asking' });
    }
    if (thrown instanceof PlugboardError || message.signal.aborted) throw thrown;
    const reason = errnoOf(thrown) ?? 'the answer broke off';
    throw new PlugboardError('connection_refused', { server: host, reason }, { cause: thrown });
  }
}

async function answerOf({ status, headers, body }: HttpReply): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new PlugboardError('too_large', { limitBytes: MAX_BYTES });
    chunks.push(chunk);
  }
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return { status, headers: Object.fromEntries(texts), text: Buffer.concat(chunks).toString() };
}
