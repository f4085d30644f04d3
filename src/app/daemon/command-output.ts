// What a command line prints inside the daemon, on its way to the caller.
import { isUtf8 } from 'node:buffer';
import { Writable } from 'node:stream';
import type { CallContext } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import { LOGGERS } from '../../daemon/protocol.ts';
import type { Terminals } from './command-request.ts';

/** What a command prints: stdout is kept to its end, stderr is told as it comes. */
export class CommandOutput {
  readonly stdout: Writable;
  readonly stderr: Writable;
  #ctx: CallContext;
  #printed: Buffer[] = [];
  #held = '';
  #isAccepted = false;

  constructor(ctx: CallContext, terminals: Terminals) {
    this.#ctx = ctx;
    this.stdout = sink((chunk) => void this.#printed.push(chunk));
    this.stderr = sink((chunk) => this.#say(chunk.toString()));
    for (const name of ['stdout', 'stderr'] as const) {
      Object.assign(this[name], {
        isTTY: terminals.has(name),
        ...(terminals.columns !== undefined && { columns: terminals.columns }),
      });
    }
  }

  /** Resolves when the caller has been told: should we die from now on, it knows that we began. */
  async accept(): Promise<void> {
    if (this.#isAccepted) return;
    this.#isAccepted = true;
    this.#ctx.log('info', '', LOGGERS.accepted);
    const held = this.#held;
    this.#held = '';
    if (held !== '') this.#say(held);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  rest(): JsonObject {
    const stdout = Buffer.concat(this.#printed);
    const stderr = this.#held;
    return isUtf8(stdout)
      ? { stdout: stdout.toString(), stderr }
      : { stdoutBase64: stdout.toString('base64'), stderr };
  }

  #say(text: string): void {
    if (this.#isAccepted) this.#ctx.log('info', text, LOGGERS.stderr);
    else this.#held += text;
  }
}

function sink(take: (chunk: Buffer) => void): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      take(chunk);
      done();
    },
  });
}
