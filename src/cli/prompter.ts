// Asks questions on stderr and reads the answers from stdin, line by line.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { PlugboardError } from '../core/errors.ts';
import type { Deps } from './deps.ts';
import { bareStream } from './guard-terminal.ts';
import { isTerminal, type Io } from './io.ts';

export interface Prompter extends Disposable {
  /** The answer; `undefined` when there is no more input. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string | undefined>;
  say(line: string): void;
}

/** Whether there is somebody to ask. */
export function canAsk({ stdin, stderr }: Io): boolean {
  return isTerminal(stdin) && isTerminal(stderr);
}

type PrompterDeps = Pick<Deps, 'io' | 'signal' | 'interrupt'>;

/** One reader for a whole conversation: what is typed ahead is not lost. */
export function openPrompter({ io, signal, interrupt }: PrompterDeps): Prompter {
  const lines: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;
  let hasEnded = false;
  const echo = mutableEcho(io);
  const isTerminalInput = isTerminal(io.stdin) && 'setRawMode' in io.stdin;
  const output = echo.stream;
  const reader = createInterface({ input: io.stdin, output, terminal: isTerminalInput });
  const hand = (line: string | undefined) => {
    const take = waiting;
    waiting = undefined;
    take?.(line);
  };
  reader.on('line', (line) => (waiting ? hand(line) : lines.push(line)));
  // A terminal that hands over every key makes no signal of Ctrl-C.
  if (interrupt) reader.on('SIGINT', interrupt);
  reader.on('close', () => {
    hasEnded = true;
    hand(undefined);
  });
  const nextLine = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const line = lines.shift();
      if (line !== undefined || hasEnded) return resolve(line);
      waiting = resolve;
      signal.addEventListener('abort', () => reject(new PlugboardError('cancelled', {})), {
        once: true,
      });
    });
  return {
    ask: async (question, { isSecret = false } = {}) => {
      io.stderr.write(question);
      echo.isMuted = isSecret;
      try {
        return await nextLine();
      } finally {
        if (isSecret) io.stderr.write('\n');
        echo.isMuted = false;
      }
    },
    say: (line) => void io.stderr.write(`${line}\n`),
    [Symbol.dispose]: () => reader.close(),
  };
}

/** What is typed, as long as it may be seen. */
function mutableEcho(io: Io) {
  // What moves the cursor is made by our own reader.
  const stderr = bareStream(io.stderr);
  const echo = {
    isMuted: false,
    stream: new Writable({
      write: (chunk: Buffer, _, done) => {
        if (!echo.isMuted) stderr.write(chunk);
        done();
      },
    }),
  };
  return echo;
}
