// The daemon as a process: its signals, its place, and the programs whose command lines it runs.
import { runDaemon } from '../src/app/daemon/run-daemon.ts';
import { main } from '../src/cli/main.ts';
import { mcplugMain } from '../src/cli/mcplug/main.ts';
import { daemonPlace } from '../src/daemon/daemon-place.ts';
import { homeFolder } from '../src/platform/home-folder.ts';

export async function daemonProcess(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // Closing the terminal it was started from is no reason to end.
  process.on('SIGHUP', () => {});
  await runDaemon({
    place: daemonPlace({ env: process.env, home: homeFolder() }),
    program: process.argv[1] ?? '',
    isDetailed: process.argv.includes('--log'),
    signal: stop.signal,
    run: ({ program, argv, stdin, stdout, stderr, ...deps }) =>
      (program === 'mcplug' ? mcplugMain : main)(argv, { ...deps, io: { stdin, stdout, stderr } }),
  });
  process.exit();
}
