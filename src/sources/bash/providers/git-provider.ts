// Reads one file of a git repository over https: a shallow fetch into a folder of its own.
import { readdir, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { CallContext } from '../../../core/call-context.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { resolveHost } from '../../../platform/pinned-https.ts';
import { runChild, type ChildEnd } from '../../../platform/run-child.ts';
import { makeTempFolder } from '../temp-folders.ts';
import { decodedUri } from './decoded-uri.ts';
import { bareHost, type HostRules } from './host-rules.ts';
import { toHttpsUrl } from './https-provider.ts';
import { providerError } from './provider-error.ts';
import { publicAddresses } from './public-addresses.ts';

export interface GitRules {
  readonly isEnabled: boolean;
  readonly hosts: HostRules;
  readonly timeoutMs: number;
  /** Bounds what is fetched. */
  readonly maxKb: number;
}

export interface GitRead {
  readonly uri: string;
  readonly isDeclared: boolean;
  readonly rules: GitRules;
  /** Bounds the one file. */
  readonly maxBytes: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Where a host is, for git; handed in so that tests can stand at the other end. */
export interface GitDoors {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Addresses git connects to once they were found to be public. */
  readonly pin: (addresses: readonly string[]) => readonly string[];
}

const NETWORK: GitDoors = { resolve: resolveHost, pin: (addresses) => addresses };

interface GitAddress {
  readonly repository: URL;
  readonly ref: string;
  readonly path: string;
}

export async function readGit(
  read: GitRead,
  ctx: Pick<CallContext, 'signal'>,
  doors: GitDoors = NETWORK,
): Promise<Buffer> {
  const { uri, rules } = read;
  if (!rules.isEnabled) {
    const hint = 'Set MCPBASH_ENABLE_GIT_PROVIDER=true';
    throw providerError({ status: 4, uri, said: 'The git provider is turned off', hint });
  }
  const address = parseGitUri(uri);
  const check = {
    uri,
    rules: rules.hosts,
    isDeclared: read.isDeclared,
    variable: 'MCPBASH_GIT_ALLOW_HOSTS',
    resolve: doors.resolve,
  };
  const addresses = doors.pin(await publicAddresses(address.repository.hostname, check));
  const folder = makeTempFolder('git');
  try {
    const deadlineMs = Date.now() + rules.timeoutMs;
    const git = gitIn({ folder, read, addresses, host: address.repository, deadlineMs }, ctx);
    await git(['init', '--quiet', '--bare', '.']);
    await git([
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--',
      address.repository.href,
      address.ref,
    ]);
    return await showFile(git, address, uri);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `git+https://host/repository#ref:path`; `git://` names the same and is read over https too. */
export function parseGitUri(uri: string): GitAddress {
  const [, place, fragment = ''] = /^(?:git\+https|git):\/\/([^#]+)#(.+)$/su.exec(uri) ?? [];
  const colon = fragment.lastIndexOf(':');
  const ref = decodedUri(uri, colon === -1 ? 'HEAD' : fragment.slice(0, colon));
  const path = posix.normalize(decodedUri(uri, fragment.slice(colon + 1)));
  const isInside = path !== '.' && !path.startsWith('/') && !/^\.\.(?:\/|$)/u.test(path);
  const isRef = /^[\w./-]+$/u.test(ref) && !ref.startsWith('-') && !ref.includes('..');
  if (place === undefined || !isInside || !isRef || path.includes('\0')) {
    const hint = 'Write git+https://host/repository#ref:path';
    throw providerError({ status: 4, uri, said: `Not an address of a file in git: ${uri}`, hint });
  }
  return { repository: toHttpsUrl(`https://${place}`), ref, path };
}

interface Fetching {
  readonly folder: string;
  readonly read: GitRead;
  readonly addresses: readonly string[];
  readonly host: URL;
  readonly deadlineMs: number;
}

type Git = (args: readonly string[]) => Promise<Buffer>;

/** No other protocol, no redirect, no hook, no question, no file larger than allowed. */
function gitIn(fetching: Fetching, ctx: Pick<CallContext, 'signal'>): Git {
  const { folder, read, host, addresses, deadlineMs } = fetching;
  const pinned = `${bareHost(host.hostname)}:${host.port || '443'}:${addresses.join(',')}`;
  const settings = [
    'protocol.allow=never',
    'protocol.https.allow=always',
    'http.followRedirects=false',
    `http.curloptResolve=${pinned}`,
    'http.proxy=',
    'core.hooksPath=/dev/null',
    'credential.helper=',
    'fetch.unpackLimit=1',
  ].flatMap((setting) => ['-c', setting]);
  // The blocks of ulimit have 512 bytes.
  const limited = [
    '-c',
    'ulimit -f "$1"; shift; exec git "$@"',
    'sh',
    String(read.rules.maxKb * 2),
  ];
  return async (args) => {
    let said = '';
    const end = await runChild('/bin/sh', {
      args: [...limited, ...settings, ...args],
      env: { ...read.env, ...GIT_ENV, HOME: folder, GIT_DIR: folder },
      cwd: folder,
      maxOutputBytes: read.maxBytes,
      timeoutMs: Math.max(1, deadlineMs - Date.now()),
      signals: [ctx.signal],
      what: read.uri,
      onStderr: (chunk) => (said = (said + chunk.toString()).slice(-MAX_SAID)),
    }).catch((thrown: unknown) => {
      throw toGitError(read, thrown);
    });
    if (end.exitCode === 0) return end.stdout;
    throw (await isFull(fetching)) ? tooMuch(read) : failed(end, read, said.trim());
  };
}

const MAX_SAID = 2_000;

const GIT_ENV = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_ASKPASS: '/bin/false',
} as const;

/** git does not say that a file grew to its limit; the file does. */
async function isFull({ folder, read }: Fetching): Promise<boolean> {
  const packs = join(folder, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  const all = await Promise.all(names.map((name) => stat(join(packs, name))));
  return all.some(({ size }) => size >= read.rules.maxKb * 1024);
}

function tooMuch({ uri, rules }: GitRead): PlugboardError {
  const said = `The repository exceeds ${rules.maxKb} KiB`;
  return providerError({ status: 6, uri, said, hint: 'MCPBASH_GIT_MAX_KB is the limit' });
}

const NOT_INSTALLED = 127;

function failed({ exitCode }: ChildEnd, { uri }: GitRead, said: string): PlugboardError {
  if (exitCode === NOT_INSTALLED) {
    return providerError({ status: 4, uri, said: 'git is not installed' });
  }
  return providerError({ status: 5, uri, said: said === '' ? 'git failed' : said });
}

function toGitError(read: GitRead, thrown: unknown): unknown {
  if (!(thrown instanceof PlugboardError) || thrown.code === 'cancelled') return thrown;
  const { uri, maxBytes } = read;
  if (thrown.code === 'too_large') {
    const said = `Resource content exceeds ${maxBytes} bytes`;
    return providerError({ status: 6, uri, said, cause: thrown });
  }
  return providerError({ status: 5, uri, said: thrown.message, cause: thrown });
}

/** Only a plain file is shown: what a link points to would be somewhere else. */
async function showFile(git: Git, { path }: GitAddress, uri: string): Promise<Buffer> {
  const listed = (await git(['ls-tree', '-z', 'FETCH_HEAD', '--', path])).toString();
  const [, kind] = /^(\d{6} \w+) /u.exec(listed) ?? [];
  if (kind === undefined) throw providerError({ status: 3, uri });
  if (!/^100\d{3} blob$/u.test(kind)) {
    throw providerError({ status: 4, uri, said: `${path} is no plain file of the repository` });
  }
  return git(['cat-file', 'blob', `FETCH_HEAD:${path}`]);
}
