// The mcpd command: reads its settings, serves until it is told to stop, and reports like the original.
import { toAddress } from '../../app/mcpd/mcpd-error.ts';
import { COMMAND_LINE, type LogLevelName } from '../../app/mcpd/mcpd-settings.ts';
import { toPlugboardError, type PlugboardError } from '../../core/errors.ts';
import { untilAborted } from '../../core/until-aborted.ts';
import { VERSION } from '../../core/version.ts';
import { readFlagEnv } from '../../platform/env.ts';
import { lineLog, type Log } from '../../platform/log.ts';
import { staySmall } from '../../platform/stay-small.ts';
import type { Deps } from '../deps.ts';
import { guardTerminal } from '../guard-terminal.ts';
import type { Io } from '../io.ts';
import { listNotices } from './list-notices.ts';
import { loadSettings } from './load-settings.ts';
import { readOptions } from './read-options.ts';
import { renderMcpdHelp, SUMMARY } from './render-help.ts';

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export async function mcpdMain(argv: readonly string[], given: Deps): Promise<number> {
  const io = guardTerminal(given.io);
  const deps = { ...given, io };
  try {
    if (argv.includes('--help') || argv.includes('-h')) return print(renderMcpdHelp(), io);
    if (argv.includes('--version') || argv.includes('-V')) return print(`mcpd ${VERSION}\n`, io);
    return await run(argv, deps);
  } catch (thrown) {
    return report(toPlugboardError(thrown), io);
  }
}

async function run(argv: readonly string[], { io, cwd, signal }: Deps): Promise<number> {
  const read = await readOptions(argv, readFlagEnv);
  const settings = await loadSettings(read.options, cwd);
  const log = daemonLog(settings.logLevelName, io);
  print(`${SUMMARY}\n`, io);
  for (const notice of listNotices(read, settings.account)) log('warn', notice);
  const { serveMcpd } = await import('../../app/mcpd/serve-mcpd.ts');
  staySmall();
  await using server = await serveMcpd(settings, log);
  log('info', 'Starting HTTP server', {
    address: toAddress(server.host, server.port),
    tls: settings.tls !== undefined,
    url: server.url,
  });
  await untilAborted(signal);
  log('info', 'Stopping HTTP server');
  return EXIT.ok;
}

function daemonLog(level: LogLevelName, { stderr }: Io): Log {
  // A daemon outlives whoever reads its log.
  stderr.on('error', () => {});
  const log = lineLog(stderr, { format: 'json', threshold: level, now: Date.now });
  if (level !== 'debug' && level !== 'trace') return log;
  return (lineLevel, message, fields) => log(lineLevel, message, { ...fields, target: 'mcpd' });
}

function print(text: string, { stdout }: Io): number {
  stdout.write(text);
  return EXIT.ok;
}

/** A command line that was not understood is answered like by the original, and so is anything else. */
function report(error: PlugboardError, { stderr }: Io): number {
  const { facts } = error;
  if (error.code === 'parse_error' && 'reason' in facts) {
    stderr.write(`error: ${facts.reason}\n\nFor more information, try '--help'.\n`);
    return EXIT.usage;
  }
  const isOurs = 'file' in facts && facts.file === COMMAND_LINE;
  const message = isOurs ? facts.reason : error.message;
  stderr.write(`Error: ${JSON.stringify(message)}\n`);
  if (error.hint !== undefined) stderr.write(`hint: ${error.hint}\n`);
  return EXIT.failed;
}
