// Proves that what is served is checked once: by the source where it says so, else by us.
import { expect, it } from 'vitest';
import { defineTools } from '../core/define-tools.ts';
import { localContext } from '../core/local-context.ts';
import type { ToolSource } from '../core/tool-source.ts';
import { readyToServe } from './ready-to-serve.ts';
import { sideBySide } from './side-by-side.ts';

const inputSchema = { type: 'object', required: ['x'] };
const careless = defineTools({
  name: 'careless',
  tools: { t: { inputSchema, call: () => 'called' } },
});
const careful: ToolSource = { ...careless, id: 'careful', checksArguments: true };
const ctx = localContext();

it('checks for a source that does not', async () => {
  const refused = readyToServe(careless).tools.call('t', {}, ctx);
  await expect(refused).rejects.toMatchObject({ code: 'invalid_arguments' });
});

it('leaves the checking to a source that does', async () => {
  expect(await readyToServe(careful).tools.call('t', {}, ctx)).toMatchObject({
    content: [{ text: 'called' }],
  });
});

it('checks each of several as it needs, and none twice', async () => {
  const both = sideBySide([careless, careful]);
  expect(both.checksArguments).toBe(true);
  const served = readyToServe(both);
  await expect(served.tools.call('careless__t', {}, ctx)).rejects.toMatchObject({
    code: 'invalid_arguments',
  });
  expect(await served.tools.call('careful__t', {}, ctx)).toMatchObject({
    content: [{ text: 'called' }],
  });
});
