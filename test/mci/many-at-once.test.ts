// Many calls of one caller at once: no warning of a leak, each with its own end.
import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { waitUntil } from '../support/wait-until.ts';
import { answer, httpFixture } from './support/http-fixture.ts';
import { schemaFolder, sourceOf } from './support/project.ts';

const MANY = 30;

function warnings(): Error[] {
  const heard: Error[] = [];
  const hear = (warning: Error) => heard.push(warning);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  return heard;
}

/** A server that answers when it is told to. */
async function patientServer() {
  const waiting: (() => void)[] = [];
  const server = await httpFixture((response, asked, count) => {
    waiting.push(() => answer('done')(response, asked, count));
  });
  return { url: server.url, waiting };
}

test.each([
  ['a context that nobody can cancel', () => localContext()],
  ['a signal of the caller', () => localContext({ signal: new AbortController().signal })],
])('%s serves all of them', async (_, newContext) => {
  const heard = warnings();
  const server = await patientServer();
  const path = await schemaFolder({
    tools: [
      { name: 'web', execution: { type: 'http', url: server.url } },
      { name: 'run', execution: { type: 'cli', command: 'echo', args: ['done'] } },
    ],
  });
  const source = await sourceOf(path);
  const ctx = newContext();
  const calls = Array.from({ length: MANY }, (_unused, at) =>
    source.tools.call(at % 2 === 0 ? 'web' : 'run', {}, ctx),
  );
  await waitUntil(() => server.waiting.length === MANY / 2);
  server.waiting.forEach((give) => give());
  const results = await Promise.all(calls);
  expect(results.map(({ content }) => String(content[0]?.['text']).trim())).toEqual(
    Array.from({ length: MANY }, () => 'done'),
  );
  // Warnings are told in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual([]);
  expect(getEventListeners(ctx.signal, 'abort')).toEqual([]);
});

test('a short time ends before a long one that began earlier, and a cancel ends only its own', async () => {
  const server = await patientServer();
  const web = (name: string, timeout_ms: number) => ({
    name,
    execution: { type: 'http', url: server.url, timeout_ms },
  });
  const path = await schemaFolder({ tools: [web('long', 60_000), web('short', 40)] });
  const source = await sourceOf(path);
  const { signal, abort } = cancellable();
  const long = source.tools.call('long', {}, localContext());
  const cancelled = source.tools.call('long', {}, localContext({ signal }));
  await waitUntil(() => server.waiting.length === 2);
  for (const _ of [1, 2]) {
    await expect(source.tools.call('short', {}, localContext())).rejects.toMatchObject({
      code: 'timeout',
      facts: { afterMs: 40 },
    });
  }
  abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  server.waiting[0]?.();
  expect(await long).toMatchObject({ content: [{ text: 'done' }] });
});

function cancellable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
