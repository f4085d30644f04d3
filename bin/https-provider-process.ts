// The https provider as a process: an address as argument, its content on stdout, a status that says why not.
import { downloadHttps } from '../src/app/bash/download-https.ts';

export async function httpsProviderProcess(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const [uri = ''] = process.argv.slice(2);
  const { status, body, said } = await downloadHttps(uri, {
    env: process.env,
    signal: stop.signal,
  });
  process.stdout.write(body);
  if (said !== '') process.stderr.write(`${said}\n`);
  process.exitCode = status;
}
