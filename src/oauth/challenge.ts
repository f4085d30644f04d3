// Reads what a server asks for when it refuses a request: the WWW-Authenticate header.

export interface Challenge {
  readonly resourceMetadataUrl?: string;
  readonly scope?: string;
  readonly error?: string;
}

export function parseChallenge(header: string | undefined): Challenge {
  // The parameters of every scheme look alike; only those of Bearer and DPoP are ours.
  if (header === undefined || !/(?:^|,\s*)(?:bearer|dpop)\b/iu.test(header)) return {};
  const parameters = parametersOf(header);
  const resourceMetadataUrl = parameters.get('resource_metadata');
  const scope = parameters.get('scope');
  const error = parameters.get('error');
  return {
    ...(resourceMetadataUrl !== undefined &&
      URL.canParse(resourceMetadataUrl) && { resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
    ...(error !== undefined && { error }),
  };
}

const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gu;

/** Of several with one name the first; empty ones say nothing. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    const value = quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare;
    if (value !== '' && !found.has(key)) found.set(key, value);
  }
  return found;
}

/** All scopes of all lists, each once. */
export function joinScopes(...lists: readonly (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => list?.split(/\s+/u) ?? []).filter(Boolean));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}
