// Cursor: `mcp.json` of the project and of the user.
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { applicationFolder } from '../config-files.ts';
import { ANY_CONTAINER, joinWords, type Editor } from './editor.ts';

export const cursor: Editor = {
  name: 'cursor',
  files: (places) => [
    {
      path: join(places.rootDir, '.cursor', 'mcp.json'),
      scope: 'project',
      containers: ANY_CONTAINER,
    },
    { path: join(places.home, '.cursor', 'mcp.json'), scope: 'user', containers: ANY_CONTAINER },
    {
      path: join(applicationFolder(places), 'Cursor', 'User', 'mcp.json'),
      scope: 'user',
      containers: ANY_CONTAINER,
    },
  ],
  translate: ({ auth, ...entry }) => ({ ...entry, ...toAuth(auth) }),
};

/** A registered client is an object there, the kind of login a word in our files. */
function toAuth(auth: JsonValue | undefined): JsonObject {
  if (!isJsonObject(auth)) return auth === undefined ? {} : { auth };
  const { CLIENT_ID: oauthClientId, CLIENT_SECRET: oauthClientSecret, scopes } = auth;
  const oauthScope = joinWords(scopes);
  return {
    ...(oauthClientId !== undefined && { oauthClientId }),
    ...(oauthClientSecret !== undefined && { oauthClientSecret }),
    ...(oauthScope !== undefined && { oauthScope }),
  };
}
