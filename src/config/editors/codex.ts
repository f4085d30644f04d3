// Codex: tables of `config.toml`, with words of its own for headers, tokens, tools and times.
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { ANY_CONTAINER, joinWords, renamed, type Editor, type Keys } from './editor.ts';

const TABLE: readonly Keys[] = [['mcp_servers']];

export const codex: Editor = {
  name: 'codex',
  files: ({ rootDir, home, env }) => {
    const folder = env['CODEX_HOME'] || join(home, '.codex');
    return [
      { path: join(rootDir, '.codex', 'config.toml'), scope: 'project', containers: TABLE },
      { path: join(home, '.codex', 'mcp.json'), scope: 'user', containers: ANY_CONTAINER },
      { path: join(folder, 'config.toml'), scope: 'user', containers: TABLE },
    ];
  },
  translate: ({ headers, httpHeaders, envHttpHeaders, scopes, ...entry }) => {
    const all = { ...members(headers), ...members(httpHeaders), ...toReferences(envHttpHeaders) };
    return {
      ...renamed(toMilliseconds(entry), NAMES),
      ...(Object.keys(all).length > 0 && { headers: all }),
      ...(Array.isArray(scopes) && { oauthScope: joinWords(scopes) ?? '' }),
    };
  },
};

const NAMES = {
  bearerTokenEnvVar: 'bearerTokenEnv',
  enabledTools: 'allowedTools',
  disabledTools: 'blockedTools',
  startupTimeoutMs: 'startTimeoutMs',
};

function toMilliseconds({ startupTimeoutSec, toolTimeoutSec, ...entry }: JsonObject): JsonObject {
  return {
    ...entry,
    ...(typeof startupTimeoutSec === 'number' && { startTimeoutMs: startupTimeoutSec * 1000 }),
    ...(typeof toolTimeoutSec === 'number' && { callTimeoutMs: toolTimeoutSec * 1000 }),
  };
}

/** Headers whose values are names of variables. */
function toReferences(headers: JsonValue | undefined): JsonObject {
  const references = Object.entries(members(headers)).map(([name, variable]): [string, JsonValue] =>
    typeof variable === 'string' ? [name, `\${${variable}}`] : [name, variable],
  );
  return Object.fromEntries(references);
}

function members(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
