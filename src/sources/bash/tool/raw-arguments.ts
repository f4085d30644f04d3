// The arguments of a request as the client wrote them: parsing loses digits, and the order of some keys.
import type { CallContext } from '../../../core/call-context.ts';
import type { JsonObject } from '../../../core/json.ts';

/** Compact JSON: the client's own text where there is one, else what we make of the values. */
export function argumentsText(args: JsonObject, { request }: CallContext): string {
  const text = request?.text;
  // Arguments that are not the request's own were changed on their way.
  if (text === undefined || request?.params['arguments'] !== args) return JSON.stringify(args);
  const params = memberOf(text, 'params');
  const raw = params === undefined ? undefined : memberOf(params, 'arguments');
  return raw === undefined ? JSON.stringify(args) : compact(raw);
}

function compact(json: string): string {
  return json.replaceAll(
    /("(?:[^"\\]|\\.)*")|\s+/gu,
    (_, string: string | undefined) => string ?? '',
  );
}

/** The text of a member of an object that is known to be valid JSON; of two the last, as in parsing. */
function memberOf(object: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipBlanks(object, object.indexOf('{') + 1);
  while (object[at] === '"') {
    const keyEnd = skipString(object, at);
    const key = JSON.parse(object.slice(at, keyEnd)) as string;
    const start = skipBlanks(object, skipBlanks(object, keyEnd) + 1);
    const end = skipValue(object, start);
    if (key === name) found = object.slice(start, end);
    at = skipBlanks(object, end);
    if (object[at] === ',') at = skipBlanks(object, at + 1);
  }
  return found;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/u.test(text[at] ?? '')) at += 1;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length;) {
    const char = text[at] ?? '';
    if (depth === 0 && at > from && /[,}\]\s]/u.test(char)) return at;
    if (char === '"') at = skipString(text, at);
    else {
      if (char === '{' || char === '[') depth += 1;
      if (char === '}' || char === ']') depth -= 1;
      at += 1;
    }
    if (depth === 0 && /["}\]]/u.test(char)) return at;
  }
  return text.length;
}
