// The servers of the daemon: one instance for each definition, told apart by everything that decides it.
import type { ConfiguredServer } from '../../config/found-entry.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Origin, ServerDefinition } from '../../config/server-definition.ts';
import { instanceKey, type PoolRequest, type ServerPool } from '../servers/server-pool.ts';
import { KeptServer, type KeptOptions } from './kept-server.ts';
import { leasedSource } from './leased-source.ts';

export interface KeptServers extends ServerPool {
  /** The instance of a definition, made when it is new. */
  get(definition: ServerDefinition): KeptServer;
  all(): readonly KeptServer[];
  /** Stops the instances that this configuration no longer describes, each after its last call. */
  follow(config: LoadedConfig): void;
}

export function openKeptServers(options: KeptOptions): KeptServers {
  const byKey = new Map<string, KeptServer>();
  /** What other values of its variables once made of the same entry. */
  const forgetStopped = ({ name, origin }: ServerDefinition) => {
    for (const [key, { definition, state, inFlight }] of byKey) {
      const isSame = definition.name === name && isSamePlace(definition.origin, origin);
      if (isSame && state === 'stopped' && inFlight === 0) byKey.delete(key);
    }
  };
  const get = (definition: ServerDefinition): KeptServer => {
    const key = instanceKey(definition);
    const known = byKey.get(key);
    if (known) return known;
    forgetStopped(definition);
    const kept = new KeptServer(definition, options);
    byKey.set(key, kept);
    return kept;
  };
  return {
    get,
    all: () => [...byKey.values()],
    open: async (definition, { env }: PoolRequest) =>
      leasedSource(await get(definition).open(env), { env, kept: () => get(definition) }),
    close: async (key) => {
      const kept = byKey.get(key);
      byKey.delete(key);
      await kept?.stop();
    },
    follow: (config) => {
      // A file that cannot be read is being edited, or soon will be: what runs goes on.
      if (config.problems.length > 0) return;
      const files = new Set(config.stamp.map(({ path }) => path));
      for (const [key, kept] of byKey) {
        const { origin } = kept.definition;
        if (!files.has(origin.file) || isDescribed(kept.definition, config)) continue;
        byKey.delete(key);
        options.onEvent(`${kept.definition.name}: its configuration changed`);
        void kept.leave();
      }
    },
    [Symbol.asyncDispose]: async () => {
      const kept = [...byKey.values()];
      byKey.clear();
      await Promise.allSettled(kept.map((one) => one.stop()));
    },
  };
}

/** Whether the entry is still written as it was; one that others shadow here may serve elsewhere. */
function isDescribed({ name, origin, raw }: ServerDefinition, { servers }: LoadedConfig): boolean {
  const server = servers.get(name);
  if (!server) return false;
  if (!isSamePlace(server.origin, origin)) {
    return server.shadowed.some((other) => isSamePlace(other, origin));
  }
  return isSameEntry(server, raw);
}

function isSamePlace(one: Origin, other: Origin): boolean {
  return one.file === other.file && one.pointer === other.pointer;
}

function isSameEntry({ enabled, declared }: ConfiguredServer, raw: ServerDefinition['raw']) {
  return enabled && JSON.stringify(declared?.definition.raw) === JSON.stringify(raw);
}
