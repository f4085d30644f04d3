// Opens the server a command line is about: a configured one by its name, or one described by flags.
import { dirname } from 'node:path';
import type { AdHoc, AdHocServer } from '../../app/servers/ad-hoc-definition.ts';
import type { OpenServer, OpenServerOptions, Servers } from '../../app/servers/open-servers.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import type { AskInput } from '../../config/lookup-values.ts';
import type { Deps } from '../deps.ts';
import { leaveServersBehind } from '../../platform/server-process.ts';
import { isTerminal } from '../io.ts';
import { unreadable } from '../unreadable.ts';
import type { ClientOptions } from './client-flags.ts';
import { stderrShower } from './server-log.ts';

export type TargetOptions = ClientOptions & { readonly verbose?: boolean };

interface ReachOptions extends Partial<
  Pick<TargetOptions, 'config' | 'root' | 'cwd' | 'allowHttp' | 'verbose'>
> {
  /** Local tools are looked at again when their files change. */
  readonly isWatching?: boolean;
}

/** The servers this command line can reach. */
export function openReachable(options: ReachOptions, deps: Deps): Promise<Servers> {
  const { config, root, cwd, allowHttp, isWatching, verbose = false } = options;
  const onStderr = stderrShower(deps, verbose);
  // A command that asks is over with the answer; one that serves takes its servers along.
  if (deps.isWholeProcess && !isWatching) leaveServersBehind();
  return deps.openServers({
    cwd: deps.cwd,
    env: deps.env,
    home: deps.home,
    ...(config !== undefined && { configPath: config }),
    ...(root !== undefined && { rootDir: root }),
    ...(cwd !== undefined && { serverCwd: cwd }),
    ...(allowHttp !== undefined && { allowHttp }),
    ...(isWatching !== undefined && { isWatching }),
    askInput: askerOf(deps),
    ...(onStderr && { onStderr }),
  });
}

/** Asks for what an entry leaves to the user; one question after the other. */
function askerOf(deps: Deps): AskInput {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const asking = before.then(async () => {
      if (!isTerminal(deps.io.stdin)) return undefined;
      const { askInput } = await import('./ask-input.ts');
      return askInput(question, deps);
    });
    before = asking.catch(() => {});
    return asking;
  };
}

export function isAdHoc({ httpUrl, stdio }: Partial<ClientOptions>): boolean {
  return httpUrl !== undefined || stdio !== undefined;
}

/** The server the flags describe. */
export async function openAdHoc(
  { servers, options, ...request }: AdHocRequest,
  deps: Deps,
): Promise<AdHocTarget> {
  const { definition, persist: save } = await describeAdHoc(options, deps);
  const opened = await servers.openAdHoc(definition, request);
  return { ...opened, persist: save };
}

/** What the flags describe, not opened yet. */
export async function describeAdHoc(
  options: TargetOptions,
  deps: Deps,
): Promise<Pick<AdHocTarget, 'definition' | 'persist'>> {
  const { adHocDefinition } = await import('../../app/servers/ad-hoc-definition.ts');
  const described = await adHocDefinition(toAdHocServer(options), deps);
  const { definition } = described;
  return { definition, persist: () => persist(described, options.persist, deps) };
}

interface AdHocRequest extends OpenServerOptions {
  readonly servers: Servers;
  readonly options: TargetOptions;
}

export interface AdHocTarget extends OpenServer {
  /** Saves the server where `--persist` says; called once it has answered. */
  persist(): Promise<void>;
}

function toAdHocServer(options: TargetOptions): AdHocServer {
  const { httpUrl, stdio, name, description, env, header, allowHttp } = options;
  if (httpUrl !== undefined && stdio !== undefined) {
    throw unreadable('--http-url and --stdio exclude each other');
  }
  if (httpUrl !== undefined && env.length > 0) throw unreadable('--env is for --stdio');
  if (stdio !== undefined && header.length > 0) throw unreadable('--header is for --http-url');
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(httpUrl !== undefined && { httpUrl }),
    ...(stdio !== undefined && { stdio }),
    env: Object.fromEntries(env),
    headers: Object.fromEntries(header),
    allowHttp,
  };
}

/** Flags that describe a server are a mistake where none is described. */
export function refuseLooseFlags(options: ClientOptions): void {
  if (isAdHoc(options)) return;
  const { name, description, env, header, persist: file } = options;
  const loose = [
    name !== undefined && '--name',
    description !== undefined && '--description',
    env.length > 0 && '--env',
    header.length > 0 && '--header',
    file !== undefined && '--persist',
  ].find((flag) => flag !== false);
  if (loose !== undefined) throw unreadable(`${loose} needs --http-url or --stdio`);
}

async function persist(
  { definition, entry }: AdHoc,
  file: string | undefined,
  { cwd, io }: Deps,
): Promise<void> {
  if (file === undefined) return;
  const path = toAbsolutePath(file, cwd);
  const { addServers } = await import('../../config/edit-config.ts');
  const needsFolder = definition.transport.kind === 'stdio' && dirname(path) !== cwd;
  await addServers(path, [
    {
      name: definition.name,
      entry: { ...entry, ...(needsFolder && { cwd }) },
      isReplacing: true,
    },
  ]);
  io.stderr.write(`saved '${definition.name}' to ${file}\n`);
}
