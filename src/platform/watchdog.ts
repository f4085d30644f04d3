// Ends our children when we can no longer do it ourselves: a small `sh` that outlives a `kill -9`.
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { childProcess } from './child-process.ts';
import { childBaseEnv } from './env.ts';

/**
 * Lines on 3 are groups that began (`12`) and ended (`-12`). They are left in the pipe, so that a
 * script that starts and ends wakes nobody, until a number on 0 tells to take so many of them in.
 * End of file on 0 means that we are gone. A second between TERM and KILL keeps the promise that
 * three seconds after our death no process of a guarded group lives; also where `leave` came first,
 * which gives servers half a second to end by themselves.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=' '
polls=0
take() {
  case $line in
    leave) polls=5 ;;
    -*) id=\${line#-}; case $groups in *" $id "*) groups=\${groups%%" $id "*}" "\${groups#*" $id "} ;; esac ;;
    *) groups="$groups$line " ;;
  esac
}
while read -r count; do
  while [ "$count" -gt 0 ] && read -r line <&3; do take; count=$((count - 1)); done
done
while read -r line <&3; do take; done
alive() { for id in $groups; do kill -0 "-$id" 2>/dev/null && return 0; done; return 1; }
while [ "$polls" -gt 0 ] && alive && sleep 0.1 2>/dev/null; do polls=$((polls - 1)); done
left=
for id in $groups; do kill -TERM "-$id" 2>/dev/null && left=1; done
[ -z "$left" ] && exit 0
sleep 1
for id in $groups; do kill -KILL "-$id" 2>/dev/null; done
exit 0
`;

/** Well below what the pipe holds. */
const LINES_LEFT_IN_PIPE = 100;
/** Ids are not given to strangers so soon; till then their end goes out with the next beginning. */
const RELEASE_MS = 100;

interface Watchdog {
  readonly alarm: Writable;
  readonly lines: Writable;
}

const guarded = new Set<number>();
let dog: Watchdog | undefined;
let linesInPipe = 0;
let unsaid = '';
let isTelling = false;
let releasing: NodeJS.Timeout | undefined;

/** From now on the group dies with us, whatever happens to us. */
export function guardGroup(groupId: number): void {
  if (process.platform === 'win32') return;
  guarded.add(groupId);
  if (dog) tell(`${groupId}\n`);
  else start();
}

/** The group has ended; its id may one day belong to a stranger. */
export function releaseGroup(groupId: number): void {
  if (!guarded.delete(groupId)) return;
  unsaid += `-${groupId}\n`;
  linesInPipe += 1;
  releasing ??= setTimeout(() => {
    releasing = undefined;
    if (unsaid !== '') say();
  }, RELEASE_MS).unref();
}

/** We are about to go in peace: what still runs then is given a moment before it is ended. */
export function leaveGroups(): boolean {
  if (!dog) return false;
  dog.lines.write('leave\n');
  return true;
}

/** Before anything else happens; children started in a row make one message. */
function tell(line: string): void {
  linesInPipe += 1;
  if (!isTelling) queueMicrotask(say);
  isTelling = true;
  unsaid += line;
}

function say(): void {
  isTelling = false;
  dog?.lines.write(unsaid);
  unsaid = '';
  if (linesInPipe < LINES_LEFT_IN_PIPE) return;
  dog?.alarm.write(`${linesInPipe}\n`);
  linesInPipe = 0;
}

function start(): void {
  const started = childProcess().spawn('/bin/sh', ['-c', SCRIPT, 'plugboard-watchdog'], {
    detached: true,
    cwd: '/',
    env: childBaseEnv(),
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  let own: Watchdog | undefined;
  const forget = () => {
    if (dog === own) dog = undefined;
  };
  // A lost watchdog is replaced with the next child; the children themselves are not disturbed.
  started.on('error', forget).on('exit', forget);
  // Where the system has no descriptor left there are no pipes at all, whatever the type says.
  const pipes = started.stdio as unknown as [Writable, null, null, Writable] | undefined;
  if (!pipes) return;
  const [alarm, , , lines] = pipes;
  own = { alarm, lines };
  for (const stream of [alarm, lines]) stream.on('error', forget);
  letGo(started, own);
  dog = own;
  linesInPipe = 0;
  unsaid = '';
  for (const groupId of guarded) tell(`${groupId}\n`);
}

/** The watchdog waits for our end, not we for its. */
function letGo(started: ChildProcess, { alarm, lines }: Watchdog): void {
  started.unref();
  for (const stream of [alarm, lines]) {
    // Both are sockets for Node, which the stream type does not say.
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}
