// What the execution of a tool may say, by its type.
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { Rule } from './finding.ts';
import {
  anything,
  fields,
  filledText,
  flag,
  hasTemplate,
  listOf,
  mapOf,
  oneOf,
  optional,
  required,
  scalar,
  text,
  wholeNumber,
  type FieldTable,
} from './rules.ts';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const knownMethod = oneOf(...HTTP_METHODS);
const httpMethod: Rule = {
  accepts: (value) =>
    hasTemplate(value) ||
    knownMethod.accepts(typeof value === 'string' ? value.toUpperCase() : value),
  explain: knownMethod.explain,
};

const AUTH_TYPES: Readonly<Record<string, FieldTable>> = {
  apiKey: {
    type: required(text),
    in: required(oneOf('header', 'query')),
    name: required(filledText),
    value: required(text),
  },
  bearer: { type: required(text), token: required(text) },
  basic: { type: required(text), username: required(text), password: required(text) },
  oauth2: {
    type: required(text),
    flow: required(oneOf('clientCredentials')),
    tokenUrl: required(filledText),
    clientId: required(text),
    clientSecret: required(text),
    scopes: optional(listOf(text)),
  },
};

/** An object whose `type` decides what else it may say. */
function byType(tables: Readonly<Record<string, FieldTable>>): Rule {
  const rules = new Map(Object.entries(tables).map(([type, table]) => [type, fields(table)]));
  const ruleFor = (type: JsonValue | undefined) =>
    typeof type === 'string' ? rules.get(type) : undefined;
  return {
    accepts: (value) => isJsonObject(value) && ruleFor(value['type'])?.accepts(value) === true,
    explain: (value, found) => {
      if (!isJsonObject(value)) return found.error('must be an object');
      const { type } = value;
      if (type === undefined) return found.error(`'type' is required`);
      const rule = ruleFor(type);
      if (rule) rule.explain(value, found);
      else found.error(`must be one of: ${[...rules.keys()].join(', ')}`, 'type');
    },
  };
}

const BODY_CONTENTS: Readonly<Record<string, { what: string; holds: (body: unknown) => boolean }>> =
  {
    json: { what: 'any JSON value', holds: () => true },
    form: { what: 'an object', holds: (content) => isJsonObject(content) || hasNative(content) },
    raw: { what: 'a string', holds: (content) => typeof content === 'string' },
  };

const hasNative = (content: unknown) => typeof content === 'string' && content.startsWith('{!!');

const body = fields(
  { type: required(oneOf('json', 'form', 'raw')), content: required(anything) },
  ({ type, content }, found) => {
    if (typeof type !== 'string' || content === undefined) return;
    const rule = BODY_CONTENTS[type];
    if (!rule || rule.holds(content)) return;
    found.error(`must be ${rule.what} for a body of type ${type}`, 'content');
  },
);

const flagOfCommand = fields({
  from: required(filledText),
  type: required(oneOf('boolean', 'value')),
  style: optional(oneOf('equals', 'space')),
});

const EXECUTION_TYPES: Readonly<Record<string, FieldTable>> = {
  http: {
    type: required(text),
    method: optional(httpMethod),
    url: required(filledText),
    headers: optional(mapOf(scalar)),
    auth: optional(byType(AUTH_TYPES)),
    params: optional(mapOf(anything)),
    body: optional(body),
    timeout_ms: optional(wholeNumber(0)),
    retries: optional(
      fields({ attempts: optional(wholeNumber(1)), backoff_ms: optional(wholeNumber(0)) }),
    ),
  },
  cli: {
    type: required(text),
    command: required(filledText),
    args: optional(listOf(scalar)),
    flags: optional(mapOf(flagOfCommand)),
    cwd: optional(text),
    timeout_ms: optional(wholeNumber(0)),
    allowOptionLikeValues: optional(flag),
  },
  file: {
    type: required(text),
    path: required(filledText),
    enableTemplating: optional(flag),
  },
  text: { type: required(text), text: required(text) },
  mcp: { type: required(text), serverName: required(filledText), toolName: required(filledText) },
};

export const execution: Rule = byType(EXECUTION_TYPES);
