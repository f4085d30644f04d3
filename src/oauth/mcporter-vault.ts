// Finds a login that mcporter made, in the vault where it keeps them all.
import { isAbsolute, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { filledText, readObject, toTokens, type Tokens } from './login-store.ts';

export interface FoundLogin {
  readonly tokens: Tokens;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

export interface VaultPlace {
  readonly home: string;
  /** The value of XDG_DATA_HOME. */
  readonly dataHome: string | undefined;
}

/** Only what was given to this very address under this very name. */
export async function findInVault(
  { name, url }: { readonly name: string; readonly url: string },
  { home, dataHome }: VaultPlace,
): Promise<FoundLogin | undefined> {
  const own = join(home, '.mcporter');
  const folders =
    dataHome !== undefined && isAbsolute(dataHome) ? [join(dataHome, 'mcporter'), own] : [own];
  for (const folder of folders) {
    const entries = (await readObject(join(folder, 'credentials.json')))?.['entries'];
    for (const entry of isJsonObject(entries) ? Object.values(entries) : []) {
      const found = isJsonObject(entry) && isFor(entry, name, url) ? toLogin(entry) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function isFor({ serverName, serverUrl }: JsonObject, name: string, url: string): boolean {
  if (serverName !== name || typeof serverUrl !== 'string' || !URL.canParse(serverUrl))
    return false;
  return new URL(serverUrl).href === new URL(url).href;
}

function toLogin({ tokens, clientInfo }: JsonObject): FoundLogin | undefined {
  const found = isJsonObject(tokens) ? toTokens(tokens) : undefined;
  if (!found) return undefined;
  const client = isJsonObject(clientInfo) ? clientInfo : {};
  const clientId = filledText(client['client_id']);
  const clientSecret = filledText(client['client_secret']);
  return {
    tokens: found,
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}
