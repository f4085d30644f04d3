// Writes down every message of a conversation, without its secrets, for `mcp-bash debug`.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { makeKeptFolder } from '../../sources/bash/temp-folders.ts';
import { textLines } from '../../platform/text-lines.ts';

export interface PayloadLog extends Disposable {
  readonly file: string;
  /** Stands in for the stream that was given. */
  readonly output: NodeJS.WritableStream;
}

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Values under names that speak of secrets. */
const SECRETS =
  /("[^"]*(?:token|secret|password|api_?key|authorization)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/giu;
/** The same in JSON that is itself the text of a result. */
const QUOTED_SECRETS =
  /(\\"[^"\\]*(?:token|secret|password|api_?key|authorization)[^"\\]*\\"\s*:\s*\\")(?:[^"\\]|\\\\(?:\\["\\]|[^\\])|\\[^"\\])*/giu;

/** Lines are `epoch|category|key|status|payload`, as the original writes them. */
export function payloadLog({ input, output }: Streams): PayloadLog {
  const file = join(makeKeptFolder('debug'), 'payload.debug.log');
  const log = createWriteStream(file, { mode: 0o600 });
  const recorder = (category: string) =>
    textLines((line) => {
      const payload = line
        .replaceAll(SECRETS, '$1"[redacted]"')
        .replaceAll(QUOTED_SECRETS, '$1[redacted]');
      log.write(`${Math.floor(Date.now() / 1000)}|${category}|-|ok|${payload}\n`);
    });
  const asked = recorder('request');
  const answered = recorder('response');
  const onInput = (chunk: Buffer | string) => asked.push(Buffer.from(chunk));
  input.on('data', onInput);
  const tap = new PassThrough();
  tap.on('data', (chunk: Buffer) => answered.push(chunk));
  tap.pipe(output, { end: false });
  return {
    file,
    output: tap,
    [Symbol.dispose]: () => {
      input.off('data', onInput);
      log.end();
    },
  };
}
