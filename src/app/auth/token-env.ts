// The token of a stdio server, which it reads from its environment.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import { tokenKeeper } from './http-authorizer.ts';
import { openLogin, type AuthPlace } from './open-login.ts';
import { tokenVariable } from './refreshable-bearer.ts';

/** Asked at each start of the server; none where its entry names no variable. */
export function tokenEnv(
  definition: ServerDefinition,
  place: AuthPlace,
): (() => Promise<Readonly<Record<string, string>>>) | undefined {
  const variable = tokenVariable(definition);
  if (variable === undefined) return undefined;
  const store = openLogin(definition, place);
  const keeper = tokenKeeper(definition, { ...place, store, challenge: () => ({}) });
  return async () => {
    const tokens = await keeper.valid(new AbortController().signal);
    if (tokens) return { [variable]: tokens.accessToken };
    const { name } = definition;
    const hint = `Give it tokens: \`plugboard auth ${name} --tokens FILE\``;
    throw new PlugboardError('auth_required', { server: name }, { hint });
  };
}
