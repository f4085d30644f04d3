// Whatever happens to a project, what is kept is what a fresh look would find.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keep, keepFiles, SCRIPT, write } from './stage.ts';

const FOLDERS = ['tools/a', 'tools/b', 'tools/a/c', 'tools/a/ui', 'resources', 'prompts/x', 'ui/p'];
const NAMES = ['tool.sh', 'tool.meta.json', 'other.sh', 'other.meta.json', 'index.html', 't.txt'];
const TEXTS = [SCRIPT, '{', '{"name":"one"}', '{"name":"two","description":"d"}', '{"uri":"x:y"}'];

const file = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map((parts) => parts.join('/'));
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), at: file, text: fc.constantFrom(...TEXTS) }),
  fc.record({
    kind: fc.constant('remove' as const),
    at: fc.oneof(file, fc.constantFrom(...FOLDERS)),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    at: fc.constantFrom(...FOLDERS),
    to: fc.constantFrom(...FOLDERS),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

async function take(root: string, step: Step): Promise<void> {
  const path = join(root, step.at);
  if (step.kind === 'write') await write(root, { [step.at]: step.text }).catch(() => {});
  else if (step.kind === 'remove') await rm(path, { recursive: true, force: true });
  else {
    await mkdir(dirname(join(root, step.to)), { recursive: true });
    // Into itself, onto what is full, from nowhere: then nothing moves.
    await rename(path, join(root, step.to)).catch(() => {});
  }
}

const NO_WAIT = { MCP_TOOLS_TTL: '0', MCP_RESOURCES_TTL: '0', MCP_PROMPTS_TTL: '0' };

test('a list that is looked over is the list a fresh look finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { registry, root } = await keepFiles({ 'tools/a/tool.sh': SCRIPT }, { env: NO_WAIT });
      await registry.current();
      for (const step of steps) {
        await take(root, step);
        const kept = await registry.current();
        const fresh = await keep(root, { isReadOnly: true }).registry.current();
        expect(kept.tools.items).toEqual(fresh.tools.items);
        expect(kept.resources.items).toEqual(fresh.resources.items);
        expect(kept.templates.items).toEqual(fresh.templates.items);
        expect(kept.prompts.items).toEqual(fresh.prompts.items);
      }
    }),
    { numRuns: 40 },
  );
});
