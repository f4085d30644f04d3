// The words an entry may use, whichever spelling: snake_case twins and other names become ours.
import type { JsonObject, JsonValue } from '../core/json.ts';

/** Every member of an entry that means something to us. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'description',
  'baseUrl',
  'headers',
  'allowHttp',
  'command',
  'args',
  'cwd',
  'env',
  'envFile',
  'type',
  'scripts',
  'bash',
  'mci',
  'lifecycle',
  'logging',
  'enabled',
  'disabled',
  'allowedTools',
  'blockedTools',
  'startTimeoutMs',
  'callTimeoutMs',
  'protocolVersion',
  'auth',
  'bearerToken',
  'bearerTokenEnv',
  'tokenCacheDir',
  'clientName',
  'oauthClientId',
  'oauthClientSecret',
  'oauthClientSecretEnv',
  'oauthPrivateKeyFile',
  'oauthSigningAlgorithm',
  'oauthClientMetadataUrl',
  'oauthTokenEndpointAuthMethod',
  'oauthRedirectUrl',
  'oauthScope',
  'oauthCommand',
  'refresh',
  'identityProvider',
]);

/** Other names for the same thing; the name of the specification wins over them. */
const ALIASES: Readonly<Record<string, string>> = {
  serverUrl: 'baseUrl',
  url: 'baseUrl',
  executable: 'command',
  transport: 'type',
};

/** `base_url` is `baseUrl`, which wins where both stand; what is null is as good as absent. */
export function toCamelKeys(entry: JsonObject): JsonObject {
  const members = Object.entries(entry).filter(([, value]) => value !== null);
  const twins = members.filter(isTwin).map(([key, value]) => [toCamel(key), value] as const);
  return Object.fromEntries([...twins, ...members.filter((member) => !isTwin(member))]);
}

function isTwin([key]: readonly [string, JsonValue]): boolean {
  return toCamel(key) !== key;
}

function toCamel(key: string): string {
  if (!key.includes('_')) return key;
  return key.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
}

/** The entry under the names of the specification. */
export function toOurWords(entry: JsonObject): JsonObject {
  const ours: [string, JsonValue][] = [];
  for (const alias of Object.keys(ALIASES)) {
    const value = Object.hasOwn(entry, alias) ? entry[alias] : undefined;
    if (value !== undefined) ours.push([ALIASES[alias] ?? alias, value]);
  }
  const rest = Object.entries(entry).filter(([key]) => !Object.hasOwn(ALIASES, key));
  return Object.fromEntries([...ours, ...rest]);
}

/** Only what means something to us, for an entry that moves to another file. */
export function knownMembers(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => KNOWN_KEYS.has(key)));
}

/** Members nobody reads: misspelt, or meant for another program. */
export function unknownKeys(entry: JsonObject): readonly string[] {
  return Object.keys(entry).filter((key) => !KNOWN_KEYS.has(key));
}
