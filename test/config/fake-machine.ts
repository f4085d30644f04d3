// A machine for tests of configuration: a home and a project of their own, nothing of the real ones.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  loadConfig,
  type LoadConfigOptions,
  type LoadedConfig,
} from '../../src/config/load-config.ts';
import { resolveServer, type ResolveOptions } from '../../src/config/resolve-server.ts';
import type { ServerDefinition } from '../../src/config/server-definition.ts';
import { toPlugboardError, type PlugboardError } from '../../src/core/errors.ts';
import { folderWith } from '../support/temp-folder.ts';

export interface FakeMachine {
  readonly home: string;
  readonly project: string;
  /** Writes a file below the home directory, for contents that name folders of this machine. */
  writeHome(path: string, content: object): Promise<void>;
  load(options?: Partial<LoadConfigOptions>): Promise<LoadedConfig>;
  resolve(name: string, options?: MachineOptions): Promise<ServerDefinition>;
  /** What `resolve` throws. */
  refusal(name: string, options?: MachineOptions): Promise<PlugboardError>;
}

export type MachineOptions = Partial<LoadConfigOptions & ResolveOptions>;

/** Files by their path below `home/` and `project/`; what is not a text becomes JSON. */
export async function fakeMachine(
  files: Readonly<Record<string, string | object>>,
): Promise<FakeMachine> {
  const texts = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  const folder = await folderWith(Object.fromEntries(texts) as Record<string, string>);
  return machineAt(join(folder, 'home'), join(folder, 'project'));
}

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** The machine of the fixtures: every editor in its everyday place on Linux. */
export function fixtureMachine(): FakeMachine {
  return machineAt(join(FIXTURES, 'config-home'), join(FIXTURES, 'config-project'));
}

function machineAt(home: string, project: string): FakeMachine {
  const load = (options: MachineOptions = {}) =>
    loadConfig({ cwd: project, home, env: {}, platform: 'linux', ...options });
  const resolve = async (name: string, options: MachineOptions = {}) =>
    resolveServer(await load(options), name, { env: {}, ...options });
  return {
    home,
    project,
    writeHome: async (path, content) => {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), JSON.stringify(content));
    },
    load,
    resolve,
    refusal: async (name, options) => {
      const thrown = await resolve(name, options).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (thrown === undefined) throw new Error(`${name} was not refused`);
      return toPlugboardError(thrown);
    },
  };
}

/** A file of ours with these servers. */
export function servers(entries: object, settings: object = {}): object {
  return { mcpServers: entries, ...settings };
}
