// The program every generated command line is: finds the tool, shows help, or calls it.
import type { GeneratedCli, GeneratedTool } from '../../codegen/generated-cli.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { guardTerminal } from '../guard-terminal.ts';
import { reportError } from '../report-error.ts';
import { suggest } from '../suggest.ts';
import { renderCliHelp, renderToolHelp } from './render-generated-help.ts';
import type { RunDeps } from './run-deps.ts';

export type { GeneratedCli, GeneratedFlag, GeneratedTool } from '../../codegen/generated-cli.ts';

/** What is used of the process; it is handed in, so that importing this file touches nothing. */
export type OwnProcess = Pick<
  NodeJS.Process,
  'argv' | 'cwd' | 'env' | 'exitCode' | 'kill' | 'once' | 'pid' | 'stderr' | 'stdin' | 'stdout'
>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a generated command line as this process; the exit status is set when it is done.
 *
 * @example
 * ```ts
 * import { runGeneratedCli, type GeneratedCli } from 'plugboard/generated-cli';
 *
 * const CLI: GeneratedCli = {
 *   name: 'time',
 *   version: '1.0.0',
 *   server: 'time',
 *   connection: { kind: 'http', url: 'https://time.example.com/mcp', headers: {} },
 *   tools: [{ command: 'now', tool: 'now', flags: [], inputSchema: { type: 'object' } }],
 * };
 * void runGeneratedCli(CLI, process);
 * ```
 */
export async function runGeneratedCli(cli: GeneratedCli, own: OwnProcess): Promise<void> {
  const stop = new AbortController();
  let caught: NodeJS.Signals | undefined;
  for (const signal of SIGNALS) {
    own.once(signal, () => {
      caught ??= signal;
      stop.abort();
    });
  }
  const deps: RunDeps = {
    io: guardTerminal(own),
    env: own.env,
    cwd: own.cwd(),
    signal: stop.signal,
  };
  own.exitCode = await runWords(cli, own.argv.slice(2), deps);
  // Raised again once everything is closed, so that the parent sees how we ended.
  if (caught) own.kill(own.pid, caught);
}

async function runWords(
  cli: GeneratedCli,
  words: readonly string[],
  deps: RunDeps,
): Promise<number> {
  const [first, ...rest] = words;
  try {
    if (first === '--version') return print(`${cli.name} (plugboard ${cli.version})\n`, deps);
    if (first === undefined || isHelp(first)) {
      const subject = rest[0] === undefined ? undefined : findTool(cli, rest[0]);
      return print(subject ? renderToolHelp(cli, subject) : renderCliHelp(cli), deps);
    }
    const tool = findTool(cli, first);
    if (rest.some((word) => word === '--help' || word === '-h')) {
      return print(renderToolHelp(cli, tool), deps);
    }
    const { callGenerated } = await import('./call-generated.ts');
    return await callGenerated({ cli, tool, words: rest }, deps);
  } catch (thrown) {
    const style = { asJson: rest.includes('--json'), isVerbose: false };
    return reportError(toPlugboardError(thrown), style, deps.io);
  }
}

function print(text: string, { io }: RunDeps): number {
  io.stdout.on('error', () => {}).write(text);
  return 0;
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

/** By its command, or by the name the server knows. */
function findTool({ name, tools }: GeneratedCli, word: string): GeneratedTool {
  const found =
    tools.find(({ command }) => command === word) ?? tools.find(({ tool }) => tool === word);
  if (found) return found;
  const meant = suggest(
    word,
    tools.map(({ command }) => command),
  );
  const hint =
    meant === undefined ? `Run \`${name} --help\`` : `Did you mean \`${name} ${meant}\`?`;
  throw new PlugboardError('not_found', { kind: 'command', name: word }, { hint });
}
