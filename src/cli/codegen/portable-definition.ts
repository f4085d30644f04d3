// The definition of a server with the names of variables where their values would stand.
import type { Environment } from '../../platform/env.ts';
import { describeEntry } from '../../app/servers/ad-hoc-definition.ts';
import { resolveServer } from '../../config/resolve-server.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { openReachable, type TargetOptions } from '../client/open-target.ts';
import type { Deps } from '../deps.ts';

export interface PortableRequest {
  readonly definition: ServerDefinition;
  readonly kind: 'configured' | 'described';
  readonly options: TargetOptions;
}

export async function portableDefinition(
  request: PortableRequest,
  deps: Deps,
): Promise<ServerDefinition> {
  const { definition } = request;
  const names = namesOf(deps.env);
  // The host of an address must be known: where a variable names it, its value is taken.
  const portable = await resolveWith(names, request, deps).catch(() =>
    resolveWith({ ...names, ...addressVariables(definition, deps.env) }, request, deps),
  );
  const { transport } = definition;
  if (portable.transport.kind !== 'stdio' || transport.kind !== 'stdio') return portable;
  // Where it runs is a folder of this machine, whichever way it was said.
  return { ...portable, transport: { ...portable.transport, cwd: transport.cwd } };
}

async function resolveWith(
  env: Environment,
  { definition, kind, options }: PortableRequest,
  deps: Deps,
): Promise<ServerDefinition> {
  const { name, raw } = definition;
  if (kind === 'described') return describeEntry(name, raw, { ...deps, env });
  await using servers = await openReachable(options, deps);
  return await resolveServer(await servers.config(), name, {
    env,
    // What the configuration asks its user for, the program finds in its environment.
    askInput: async ({ id }) => `\${${id.replaceAll(/\W+/gu, '_').toUpperCase()}}`,
  });
}

/** Every variable holds its own name, as a text that stands for it later. */
function namesOf(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, `\${${name}}`]));
}

function addressVariables({ raw }: ServerDefinition, env: Environment): Environment {
  const addresses = ['baseUrl', 'url', 'serverUrl', 'base_url', 'server_url', 'httpUrl'];
  const text = JSON.stringify(addresses.map((key) => raw[key] ?? ''));
  const names = Object.keys(env).filter((name) => text.includes(name));
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}
