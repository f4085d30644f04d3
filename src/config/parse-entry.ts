// Turns one entry, in our own words, into a server; placeholders stay for later.
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { EntryFields, type Mistake } from './entry-fields.ts';
import { toCamelKeys } from './entry-keys.ts';
import { toAuth, toBearerToken } from './parse-auth.ts';
import { toTransport } from './parse-transport.ts';
import { present } from './present.ts';
import {
  PROTOCOL_VERSIONS,
  type LifecycleDefinition,
  type Origin,
  type ServerDefinition,
  type TransportDefinition,
} from './server-definition.ts';

export interface EntryPlace {
  readonly name: string;
  readonly origin: Origin;
  /** Where relative paths of the entry start. */
  readonly baseDir: string;
  /** The entry as it is written. */
  readonly raw: JsonObject;
}

/** A server as it is declared: its placeholders are replaced when it is used. */
export interface DeclaredServer {
  readonly definition: ServerDefinition;
  readonly baseDir: string;
  /** The command may be a whole command line: it is one string, and no arguments stand beside it. */
  readonly isCommandLine: boolean;
  /** As written; the definition holds where it starts without it. */
  readonly cwd?: string;
  readonly envFile?: string;
  /** Becomes the `Authorization` header, unless the entry has one. */
  readonly bearerToken?: string;
}

export interface ParsedEntry {
  readonly declared?: DeclaredServer;
  readonly mistakes: readonly Mistake[];
}

export function parseEntry(entry: JsonObject, place: EntryPlace): ParsedEntry {
  const fields = new EntryFields(entry);
  const transport = toTransport(fields, place.baseDir);
  const definition = transport && toDefinition(fields, transport, place);
  const texts = {
    ...present('cwd', fields.text('cwd')),
    ...present('envFile', fields.text('envFile')),
    ...present('bearerToken', toBearerToken(fields)),
  };
  const { mistakes } = fields;
  if (!definition || mistakes.length > 0) return { mistakes };
  const isCommandLine = isLine(fields);
  return { declared: { definition, baseDir: place.baseDir, isCommandLine, ...texts }, mistakes };
}

function isLine(fields: EntryFields): boolean {
  return typeof fields.get('command') === 'string' && (fields.list('args') ?? []).length === 0;
}

function toDefinition(
  fields: EntryFields,
  transport: TransportDefinition,
  { name, origin, raw }: EntryPlace,
): ServerDefinition {
  const timeouts = {
    ...present('startMs', fields.milliseconds('startTimeoutMs')),
    ...present('callMs', fields.milliseconds('callTimeoutMs')),
  };
  return {
    name,
    ...present('description', fields.text('description')),
    transport,
    lifecycle: toLifecycle(fields),
    ...present('auth', toAuth(fields)),
    ...present('allowedTools', fields.list('allowedTools')),
    ...present('blockedTools', fields.list('blockedTools')),
    ...(Object.keys(timeouts).length > 0 && { timeouts }),
    ...present('protocolVersion', fields.oneOf('protocolVersion', PROTOCOL_VERSIONS)),
    ...present('isLogged', toLogged(fields)),
    enabled: isEnabled(fields),
    origin,
    raw,
  };
}

const LIFECYCLE_MODES = ['keep-alive', 'ephemeral'] as const;

function toLifecycle(fields: EntryFields): LifecycleDefinition {
  const value = fields.get('lifecycle');
  if (!isJsonObject(value)) {
    return { mode: fields.oneOf('lifecycle', LIFECYCLE_MODES) ?? 'ephemeral' };
  }
  const inner = new EntryFields(toCamelKeys(value));
  const lifecycle = {
    mode: inner.oneOf('mode', LIFECYCLE_MODES) ?? 'ephemeral',
    ...present('idleTimeoutMs', inner.milliseconds('idleTimeoutMs')),
  };
  for (const { key, says } of inner.mistakes) fields.complain('lifecycle', `${key} ${says}`);
  return lifecycle;
}

function toLogged(fields: EntryFields): boolean | undefined {
  const daemon = fields.object('logging')?.['daemon'];
  const enabled = isJsonObject(daemon) ? daemon['enabled'] : undefined;
  return typeof enabled === 'boolean' ? enabled : undefined;
}

/** One program says `enabled`, another `disabled`. */
function isEnabled(fields: EntryFields): boolean {
  return (fields.flag('enabled') ?? true) && !(fields.flag('disabled') ?? false);
}
