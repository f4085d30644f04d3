// OpenCode: the `mcp` member of `opencode.json[c]`, in the shape of its first and of its second version.
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { configHome, jsonAndJsonc, roamingFolder, type Places } from '../config-files.ts';
import { ANY_CONTAINER, renamed, type Editor, type Keys } from './editor.ts';

const MEMBER: readonly Keys[] = [['mcp', 'servers'], ['mcp']];

export const opencode: Editor = {
  name: 'opencode',
  files: (places) => {
    const { rootDir, home, env } = places;
    const chosenFolder = env['OPENCODE_CONFIG_DIR'] || undefined;
    const chosenFile = env['OPENCODE_CONFIG'] || undefined;
    const project = [
      ...(chosenFolder === undefined ? [] : settingsIn(resolve(rootDir, chosenFolder))),
      ...settingsIn(join(rootDir, '.opencode')),
      ...settingsIn(rootDir),
      ...(chosenFile === undefined ? [] : [resolve(rootDir, chosenFile)]),
    ];
    return [
      ...project.map((path) => ({ path, scope: 'project', containers: MEMBER }) as const),
      {
        path: join(home, '.opencode', 'mcp.json'),
        scope: 'user',
        containers: [...MEMBER, ...ANY_CONTAINER],
      },
      ...userFolders(places)
        .flatMap(settingsIn)
        .map((path) => ({ path, scope: 'user', containers: MEMBER }) as const),
    ];
  },
  translate: ({ environment, timeout, oauth, ...entry }) => ({
    ...(expandBraces(entry) as JsonObject),
    ...(environment !== undefined && { env: expandBraces(environment) }),
    ...toTimeouts(timeout),
    ...toAuth(expandBraces(oauth ?? null)),
  }),
};

function settingsIn(folder: string): readonly string[] {
  return jsonAndJsonc(folder, 'opencode');
}

function userFolders(places: Places): readonly string[] {
  const windows = places.platform === 'win32' ? [join(roamingFolder(places), 'opencode')] : [];
  return [join(configHome(places), 'opencode'), ...windows];
}

/** `{env:X}` is empty there when X is not set; `{file:x}` is the contents of a file. */
function expandBraces(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value
      .replaceAll(/\{env:([^}]+)\}/gu, (_, name: string) => `\${${name}:-}`)
      .replaceAll(/\{file:([^}]+)\}/gu, (_, path: string) => `\${file:${path}}`);
  }
  if (Array.isArray(value)) return value.map(expandBraces);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, expandBraces(member)]),
  );
}

/** One number for the start, or one for the start and one for each request. */
function toTimeouts(timeout: JsonValue | undefined): JsonObject {
  if (typeof timeout === 'number') return { startTimeoutMs: timeout };
  if (!isJsonObject(timeout)) return {};
  return renamed(timeout, { startup: 'startTimeoutMs', request: 'callTimeoutMs' });
}

const AUTH_NAMES = {
  clientId: 'oauthClientId',
  client_id: 'oauthClientId',
  clientSecret: 'oauthClientSecret',
  client_secret: 'oauthClientSecret',
  scope: 'oauthScope',
  redirectUri: 'oauthRedirectUrl',
  redirect_uri: 'oauthRedirectUrl',
};

function toAuth(oauth: JsonValue): JsonObject {
  if (oauth === false) return { auth: 'none' };
  return isJsonObject(oauth) ? renamed(oauth, AUTH_NAMES) : {};
}
