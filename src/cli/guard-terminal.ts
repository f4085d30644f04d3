// Keeps what others wrote from steering a terminal: control characters are shown, not obeyed.
import { isTerminal, type Io } from './io.ts';
import { COLOUR_MARKS } from './palette.ts';

/** Leads from a guarded stream to the stream itself. */
const BARE = Symbol('bare');

type Stream = NodeJS.WritableStream;

/** The streams with a guard where they are terminals; what goes into pipes and files stays as it is. */
export function guardTerminal(io: Io): Io {
  if (!isTerminal(io.stdout) && !isTerminal(io.stderr)) return io;
  return {
    // Naming stdin is dear; who does not read never does.
    get stdin() {
      return io.stdin;
    },
    stdout: guarded(io.stdout),
    stderr: guarded(io.stderr),
  };
}

/** For what moves the cursor on purpose, and holds no words of others. */
export function bareStream(stream: Stream): Stream {
  return (stream as { readonly [BARE]?: Stream })[BARE] ?? stream;
}

function guarded(stream: Stream): Stream {
  if (!isTerminal(stream)) return stream;
  const decoder = new TextDecoder();
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): unknown => {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    return Reflect.apply(stream.write, stream, [shownText(text), ...rest]);
  };
  const guard: Stream = new Proxy(stream, {
    get: (target, name) => {
      if (name === 'write') return write;
      if (name === BARE) return target;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args);
        // `stream.on(…).write(…)` must not lead around the guard.
        return answer === target ? guard : answer;
      };
    },
  });
  return guard;
}

/** A control character, with what makes it a colour or a line ending of Windows. */
const STEERING = /(?![\n\t])\p{Cc}(?:\[\d+m|\n)?/gu;
const PLAIN = '\u001B[22;39m';

/**
 * Control characters as `\u001b`, which stays JSON inside of JSON. Our colours pass, and end with
 * the text: others can write them too.
 */
function shownText(text: string): string {
  let isPainted = false;
  const shown = text.replaceAll(STEERING, (found) => {
    if (found === '\r\n') return found;
    const colour = COLOUR_MARKS.get(found);
    if (colour === undefined) return `\\u${hex(found)}${found.slice(1)}`;
    isPainted = colour === 'on';
    return found;
  });
  return isPainted ? shown + PLAIN : shown;
}

function hex(text: string): string {
  return text.charCodeAt(0).toString(16).padStart(4, '0');
}
