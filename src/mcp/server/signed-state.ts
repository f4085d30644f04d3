// The opaque state a modern client carries between rounds: a ticket nobody else can make.
import type { Caller } from '../../core/call-context.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { crypto } from '../../platform/crypto.ts';

export function signTicket(key: Buffer, ticket: string): string {
  return `${ticket}.${crypto().createHmac('sha256', key).update(ticket).digest('base64url')}`;
}

/** The ticket of a state we signed, or nothing. */
export function verifiedTicket(key: Buffer, state: JsonValue): string | undefined {
  if (typeof state !== 'string') return undefined;
  const ticket = state.slice(0, state.indexOf('.'));
  const expected = Buffer.from(signTicket(key, ticket));
  const given = Buffer.from(state);
  return given.length === expected.length && crypto().timingSafeEqual(given, expected)
    ? ticket
    : undefined;
}

/** What a state is good for: the same principal repeating the same request. */
export function requestDigest(method: string, params: JsonObject, caller: Caller): string {
  const { _meta: _, inputResponses: __, requestState: ___, ...salient } = params;
  const subject = canonical([method, caller.identity ?? null, salient]);
  return crypto().createHash('sha256').update(subject).digest('base64url');
}

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
