// Gives a server that was only named by its address or command a name people recognise.
import { basename } from 'node:path';

/** Path segments every MCP endpoint has: they tell nothing apart. */
const PLAIN_SEGMENTS: ReadonlySet<string> = new Set(['', 'mcp', 'sse']);
/** Programs that run another program. */
const RUNNERS: ReadonlySet<string> = new Set([
  'npx',
  'bunx',
  'uvx',
  'pnpm',
  'yarn',
  'npm',
  'uv',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
  'ruby',
  'sh',
  'bash',
  'env',
]);
/** Words between a runner and what it runs. */
const RUNNER_WORDS: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'tool', 'x']);

export function nameOfUrl(text: string): string {
  const { hostname, pathname } = new URL(text);
  const last = pathname.split('/').at(-1) ?? '';
  const host = hostname.replace(/^www\./u, '');
  return slug(PLAIN_SEGMENTS.has(last) ? host : `${host}-${last}`);
}

/** `npx -y @scope/server-time@1.2` is `server-time`, `node ./build/tools.js` is `tools`. */
export function nameOfCommand(words: readonly string[]): string {
  const [command = 'server', ...rest] = words;
  const runner = toProgramName(command);
  const isRunner = RUNNERS.has(runner);
  const program = isRunner
    ? rest.find((word) => !word.startsWith('-') && !RUNNER_WORDS.has(word) && !/=/u.test(word))
    : undefined;
  return slug(program === undefined ? runner : toProgramName(program));
}

function toProgramName(word: string): string {
  const [name = word] = basename(word.replaceAll('\\', '/')).split('@');
  return name.replace(/\.(?:[cm]?[jt]s|py|rb|sh|exe|cmd)$/u, '') || word;
}

function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/gu, '-').replaceAll(/^-+|-+$/gu, '') || 'server';
}
