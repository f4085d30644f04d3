// Prepares the request of an HTTP tool, except for what authenticates it.
import { PlugboardError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import { VERSION } from '../../../../core/version.ts';
import { DECODED_ENCODINGS } from '../../../../platform/fetch-http.ts';
import { HTTP_METHODS } from '../../check/check-execution.ts';
import type { HttpExecution, Scalar } from '../../schema.ts';
import { compileField, compileValue, type CompiledValue } from '../../template/compile-value.ts';
import { toText } from '../../template/render-template.ts';
import { LEFT_OUT } from '../../template/resolve-native.ts';
import type { Scope } from '../../template/scope.ts';
import { UrlPlace } from './url-place.ts';

/** What a request is sent with; both can still be added to. */
export interface Addressed {
  readonly url: URL;
  /** By names in lower case. */
  readonly headers: Record<string, string>;
}

export interface DraftRequest extends Addressed {
  readonly method: string;
  readonly body?: string;
}

export type BuildRequest = (scope: Scope) => DraftRequest;

const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  accept: '*/*',
  'accept-encoding': DECODED_ENCODINGS,
  'user-agent': `plugboard/${VERSION}`,
};

export function compileRequest(execution: HttpExecution): BuildRequest {
  const method = compileMethod(execution.method ?? 'GET');
  const url = compileUrl(execution.url);
  const params = execution.params && compileValue(execution.params, 'execution.params');
  const addHeaders = compileHeaders(execution.headers ?? {});
  const body = execution.body && BODIES[execution.body.type](execution.body.content);
  return (scope) => {
    const address = url(scope, params ? toQuery(toPairs(params(scope))) : '');
    const headers: Record<string, string> = { ...DEFAULT_HEADERS };
    takeUserInfo(address, headers);
    const sent = body?.(scope);
    if (sent) headers['content-type'] = sent.contentType;
    addHeaders(headers, scope);
    const draft = { method: method(scope), url: address, headers };
    return sent ? { ...draft, body: sent.text } : draft;
  };
}

function compileMethod(source: string): (scope: Scope) => string {
  const field = compileField(source, 'execution.method');
  if (field.paths.length > 0) return (scope) => knownMethod(field.text(scope));
  const method = knownMethod(source);
  return () => method;
}

function knownMethod(text: string): string {
  const method = text.trim().toUpperCase();
  if (HTTP_METHODS.some((known) => known === method)) return method;
  throw failed(`execution.method must be one of: ${HTTP_METHODS.join(', ')}`);
}

function compileUrl(source: string): (scope: Scope, query: string) => URL {
  const field = compileField(source, 'execution.url');
  return (scope, query) => {
    const place = new UrlPlace();
    const text = field.text(scope, { place: place.place });
    const address = parseAddress(withQuery(text, query), 'execution.url', source);
    place.end();
    return address;
  };
}

/** Says how the address was written, not what came of it: that may hold secrets. */
export function parseAddress(text: string, name: string, source: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text.trim());
  } catch {
    url = undefined;
  }
  if (url && /^https?:$/u.test(url.protocol)) return url;
  throw failed(`${name} is not an http or https address: ${source}`);
}

/** `user:password@host` is the old way to write basic authentication. */
function takeUserInfo(url: URL, headers: Record<string, string>): void {
  if (url.username === '' && url.password === '') return;
  headers['authorization'] = basicCredentials(decoded(url.username), decoded(url.password));
  url.username = '';
  url.password = '';
}

/** What percent signs do not spell stands for itself. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/gu, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

export function basicCredentials(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export type Pair = readonly [name: string, value: string];

/** A list repeats its name, null sends nothing. */
function toPairs(value: JsonValue | typeof LEFT_OUT): readonly Pair[] {
  if (!isJsonObject(value)) return [];
  const pairs: Pair[] = [];
  for (const [name, member] of Object.entries(value)) {
    for (const one of Array.isArray(member) ? member : [member]) {
      if (one !== null) pairs.push([name, toText(one)]);
    }
  }
  return pairs;
}

export function addQuery(url: URL, pair: Pair): void {
  const query = toQuery([pair]);
  url.search = url.search === '' ? query : `${url.search}&${query}`;
}

function toQuery(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** Before the text is parsed: changing a parsed address costs as much as parsing it. */
function withQuery(text: string, query: string): string {
  if (query === '') return text;
  const hash = text.indexOf('#');
  const address = hash < 0 ? text : text.slice(0, hash);
  return `${address.trimEnd()}${address.includes('?') ? '&' : '?'}${query}`;
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a surrogate pair has no encoding; the replacement character stands in.
    return encodeURIComponent(Buffer.from(text).toString());
  }
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/u;
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/u;

type AddHeaders = (headers: Record<string, string>, scope: Scope) => void;

function compileHeaders(headers: Readonly<Record<string, Scalar>>): AddHeaders {
  const compiled = Object.entries(headers).map(
    ([name, value]) => [name, compileValue(value, `execution.headers.${name}`)] as const,
  );
  return (target, scope) => {
    for (const [name, render] of compiled) {
      const value = render(scope);
      if (value !== LEFT_OUT && value !== null) setHeader(target, name, toText(value));
    }
  };
}

export function setHeader(headers: Record<string, string>, name: string, value: string): void {
  if (!HEADER_NAME.test(name)) throw failed(`'${name}' is not the name of a header`);
  headers[name.toLowerCase()] = PLAIN_VALUE.test(value) ? value : toWireValue(name, value);
}

/** Values are sent as UTF-8; a line break in one would be a second header. */
function toWireValue(name: string, value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
  if (/[\0-\x08\x0a-\x1f\x7f]/u.test(value)) {
    throw failed(`The value for the header '${name}' holds a control character`);
  }
  return Buffer.from(value).toString('latin1');
}

interface SentBody {
  readonly text: string;
  readonly contentType: string;
}

const BODIES: Readonly<
  Record<'json' | 'form' | 'raw', (content: JsonValue) => (scope: Scope) => SentBody | undefined>
> = {
  json: (content) => {
    const render: CompiledValue = compileValue(content, 'execution.body.content');
    return (scope) => {
      const value = render(scope);
      if (value === LEFT_OUT) return undefined;
      return { text: JSON.stringify(value), contentType: 'application/json' };
    };
  },
  form: (content) => {
    const render = compileValue(content, 'execution.body.content');
    return (scope) => {
      const pairs = toPairs(render(scope)).map(([name, value]): [string, string] => [name, value]);
      const contentType = 'application/x-www-form-urlencoded';
      return { text: new URLSearchParams(pairs).toString(), contentType };
    };
  },
  raw: (content) => {
    const field = compileField(toText(content), 'execution.body.content');
    return (scope) => ({ text: field.text(scope), contentType: 'text/plain; charset=utf-8' });
  },
};

function failed(output: string): PlugboardError {
  return new PlugboardError('tool_failed', { output });
}
