// The short way of a call: when a daemon runs, it does the work and this process only prints.
// Every start of the program loads this file, so it loads nothing before it is needed.
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { daemonAddress, daemonDirectory } from '../src/daemon/daemon-address.ts';
import { BUILD } from '../src/core/version.ts';
import { currentFolder } from './current-folder.ts';
import { printNow } from './print-now.ts';

/** Whether the call was made; where not, what was read from stdin on the way. */
export type WarmCall =
  | { readonly isDone: true; readonly exitCode: number }
  | { readonly isDone: false; readonly stdin?: Buffer };

const NOT_DONE: WarmCall = { isDone: false };

/** Words that make a command line none for the daemon. */
const COLD = /^(?:-h|--help|--(?:stdio|http-url|persist)(?:=.*)?)$/u;
const SELECTOR = /^[\w@][^/\\:]*[.(]/u;

export async function warmCall(program: string, argv: readonly string[]): Promise<WarmCall> {
  const [first = '', second = ''] = argv;
  const selector = first === 'call' ? second : first;
  if (!SELECTOR.test(selector) || argv.some((word) => COLD.test(word))) return NOT_DONE;
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
  const address = daemonAddress(daemonDirectory(process.env, home), process.platform);
  const cwd = currentFolder();
  // The long way says what is wrong.
  if (cwd === undefined) return NOT_DONE;
  const isPipe = process.platform === 'win32';
  if (!isPipe && !existsSync(address)) return NOT_DONE;
  const [{ connect }, { isatty }] = await Promise.all([import('node:net'), import('node:tty')]);
  const streams = ['stdin', 'stdout', 'stderr'].filter((_, fd) => isatty(fd));
  const columns = streams.includes('stdout') ? process.stdout.columns : undefined;
  const { env } = process;
  const params = { program, argv, cwd, home, env, terminals: streams, columns };
  return new Conversation(connect(address)).run(params);
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'plugboard', version: BUILD },
  'io.modelcontextprotocol/logLevel': 'info',
};

interface Answer {
  readonly notMine?: boolean;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stdoutBase64?: string;
  readonly stderr?: string;
}

interface Message {
  readonly id?: number;
  readonly params?: { readonly logger?: string; readonly data?: string };
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

class Conversation {
  #socket: Socket;
  /** From here on the call may have run: it must not run again. */
  #isAccepted = false;
  #read: Buffer[] = [];
  /** Asking for stdin at all costs time: it is done only when the command reads. */
  #isReading = false;
  #ids = 0;
  #end: (outcome: WarmCall) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  run(params: object): Promise<WarmCall> {
    let rest = '';
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      rest += text;
      // A long answer comes in many pieces: to cut all of it again with each would take a second.
      if (!text.includes('\n')) return;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#receive(JSON.parse(line) as Message);
    });
    this.#socket.on('error', () => {});
    this.#socket.once('close', () => this.#lost());
    this.#send('plugboard/run', params);
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  #send(method: string, params: object): void {
    this.#ids += 1;
    const request = { jsonrpc: '2.0', id: this.#ids, method, params: { ...params, _meta: META } };
    this.#socket.write(`${JSON.stringify(request)}\n`);
  }

  #receive({ id, params, result, error }: Message): void {
    if (id === 1) return this.#finish(result ?? this.#failed(error?.message));
    if (params?.logger === 'accepted') this.#isAccepted = true;
    if (params?.logger === 'stderr') printNow('stderr', params.data ?? '');
    if (params?.logger === 'stdin') this.#passInput();
  }

  #failed(message = ''): Answer {
    return this.#isAccepted ? { exitCode: 1, stderr: `${message}\n` } : { notMine: true };
  }

  #finish({ notMine, exitCode = 1, stdout = '', stdoutBase64, stderr = '' }: Answer): void {
    this.#socket.removeAllListeners('close').destroy();
    if (notMine) return this.#giveBack();
    printNow('stderr', stderr);
    printNow('stdout', stdoutBase64 === undefined ? stdout : Buffer.from(stdoutBase64, 'base64'));
    this.#letInputGo();
    this.#end({ isDone: true, exitCode });
  }

  #lost(): void {
    if (!this.#isAccepted) return this.#giveBack();
    printNow(
      'stderr',
      'Cannot connect to the daemon: it ended during the call\n' +
        'hint: The tool may have run or not; the call was not repeated\n',
    );
    this.#letInputGo();
    this.#end({ isDone: true, exitCode: 1 });
  }

  /** The daemon leaves it to us; what it read of our input is to be read again. */
  #giveBack(): void {
    if (!this.#isReading) return this.#end(NOT_DONE);
    process.stdin.removeAllListeners('data').removeAllListeners('end').pause();
    this.#end({ isDone: false, stdin: Buffer.concat(this.#read) });
  }

  #passInput(): void {
    this.#isReading = true;
    process.stdin.on('data', (chunk: Buffer) => {
      this.#read.push(chunk);
      this.#send('plugboard/input', { data: chunk.toString('base64') });
    });
    process.stdin.once('end', () => this.#send('plugboard/input', {}));
  }

  #letInputGo(): void {
    if (this.#isReading) process.stdin.destroy();
  }
}
