// Which files of ours are looked at, in which order, and where things stand on each platform.
import { isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../platform/env.ts';
import type { ConfigLayer } from './server-definition.ts';

/** Everything that decides where files are; nothing is read from the process itself. */
export interface Places {
  readonly rootDir: string;
  readonly home: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

export interface ConfigFileOptions {
  /** Where `--config` and `MCPLUG_CONFIG` start when they are relative. */
  readonly cwd: string;
  readonly configPath?: string;
}

export interface ConfigFile {
  readonly path: string;
  readonly layer: ConfigLayer;
  /** Somebody named this very file: it must be there and be right. */
  readonly isRequired: boolean;
}

/** Highest precedence first; a file named twice keeps its first place. */
export function listConfigFiles(
  places: Places,
  { cwd, configPath }: ConfigFileOptions,
): readonly ConfigFile[] {
  const { home, rootDir, env } = places;
  const named = (text: string) => resolve(cwd, expandTilde(text, home));
  const variable = env['MCPLUG_CONFIG'] || undefined;
  const files: (readonly [ConfigLayer, string])[] = [
    ...(configPath === undefined ? [] : [['flag', named(configPath)] as const]),
    ...(variable === undefined ? [] : [['env', named(variable)] as const]),
    ['project', projectConfigFile(rootDir)],
    ...homeConfigFiles(home).map((path) => ['home', path] as const),
    ['mcporter-project', join(rootDir, 'config', 'mcporter.json')],
    ...mcporterFolders(places).flatMap((folder) =>
      jsonAndJsonc(folder, 'mcporter').map((path) => ['mcporter-home', path] as const),
    ),
  ];
  const byPath = new Map<string, ConfigFile>();
  for (const [layer, path] of files) {
    const isRequired = layer === 'flag' || layer === 'env';
    if (!byPath.has(path)) byPath.set(path, { path, layer, isRequired });
  }
  return [...byPath.values()];
}

export function projectConfigFile(rootDir: string): string {
  return join(rootDir, 'config', 'mcplug.json');
}

/** The file that is written is the first, unless only the second exists. */
export function homeConfigFiles(home: string): readonly [string, string] {
  return jsonAndJsonc(join(home, '.mcplug'), 'mcplug');
}

function mcporterFolders(places: Places): readonly string[] {
  const plain = join(places.home, '.mcporter');
  const chosen = absoluteOrNothing(places.env['XDG_CONFIG_HOME']);
  return chosen === undefined ? [plain] : [join(chosen, 'mcporter'), plain];
}

export function jsonAndJsonc(folder: string, name: string): readonly [string, string] {
  return [join(folder, `${name}.json`), join(folder, `${name}.jsonc`)];
}

/** `~` and `~/x` are the home directory, as in a shell. */
export function expandTilde(path: string, home: string): string {
  return /^~(?=$|[\\/])/u.test(path) ? join(home, path.slice(1)) : path;
}

/** `~/.config` or what stands in for it. */
export function configHome({ env, home }: Places): string {
  return absoluteOrNothing(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
}

/** Where Windows programs keep what follows the user around. */
export function roamingFolder({ env, home }: Places): string {
  return env['APPDATA'] || join(home, 'AppData', 'Roaming');
}

/** Where desktop programs keep their settings. */
export function applicationFolder(places: Places): string {
  if (places.platform === 'darwin') return join(places.home, 'Library', 'Application Support');
  return places.platform === 'win32' ? roamingFolder(places) : configHome(places);
}

/** The XDG specification tells to ignore relative values. */
function absoluteOrNothing(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
