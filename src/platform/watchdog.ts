// Ends our children when we can no longer do it ourselves: a small `sh` that outlives a `kill -9`.
import { spawn, type ChildProcess } from 'node:child_process';
import { childBaseEnv } from './env.ts';

/**
 * A line is a group to guard, or `=` and all groups still guarded; end of file means that we are
 * gone. A second between TERM and KILL keeps the promise that three seconds after our death no
 * process of a guarded group lives.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r line; do
  case $line in
    =*) groups=\${line#=} ;;
    *) groups="$groups $line" ;;
  esac
done
left=
for id in $groups; do kill -TERM "-$id" 2>/dev/null && left=1; done
[ -z "$left" ] && exit 0
sleep 1
for id in $groups; do kill -KILL "-$id" 2>/dev/null; done
exit 0
`;

/** Ids are not given to strangers so soon, and each line wakes the watchdog. */
const RELEASE_MS = 200;

const guarded = new Set<number>();
let dog: ChildProcess | undefined;
let releasing: NodeJS.Timeout | undefined;

/** From now on the group dies with us, whatever happens to us. */
export function guardGroup(groupId: number): void {
  if (process.platform === 'win32') return;
  guarded.add(groupId);
  if (dog) dog.stdin?.write(`${groupId}\n`);
  else start();
}

/** The group has ended; its id may one day belong to a stranger. */
export function releaseGroup(groupId: number): void {
  if (!guarded.delete(groupId)) return;
  releasing ??= setTimeout(tellAll, RELEASE_MS).unref();
}

function tellAll(): void {
  releasing = undefined;
  dog?.stdin?.write(`=${[...guarded].join(' ')}\n`);
}

function start(): void {
  const started = spawn('/bin/sh', ['-c', SCRIPT, 'plugboard-watchdog'], {
    detached: true,
    cwd: '/',
    env: childBaseEnv(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = () => {
    if (dog === started) dog = undefined;
  };
  // A lost watchdog is replaced with the next child; the children themselves are not disturbed.
  started.on('error', forget).on('exit', forget);
  started.stdin.on('error', forget);
  started.unref();
  // The pipe is a socket for Node, which the stream type does not say.
  if ('unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref();
  dog = started;
  tellAll();
}
