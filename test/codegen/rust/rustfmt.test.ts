// Generated Rust is what rustfmt would make of it.
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogTool } from '../../../src/codegen/catalog.ts';
import { emitRust } from '../../../src/codegen/rust/emit-rust.ts';
import { rustCliProject } from '../../../src/codegen/rust/rust-cli-project.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { catalogOf, loadTorture, optionsFor } from './torture.ts';

const hasRustfmt = spawnSync('rustfmt', ['--version']).status === 0;
const rustfmt = hasRustfmt ? describe : describe.skip;

/** What rustfmt would change. */
async function diffOf(files: ReadonlyMap<string, string>, entry: string): Promise<string> {
  const folder = await tempFolder();
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const args = ['--check', '--edition', '2021', join(folder, entry)];
  const options = { maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)('rustfmt', args, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

function emitted(catalog: Catalog): ReadonlyMap<string, string> {
  return new Map([['lib.rs', emitRust(catalog, optionsFor(catalog, 'client-rust'))]]);
}

const NAME = fc.oneof(
  // How wide other letters are is a matter of opinion.
  fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 90 }),
  fc
    .array(fc.constantFrom('list', 'all', 'Issues', '2fa', 'of', 'self'), { maxLength: 20 })
    .map((words) => words.join('_')),
);

const { schema: SCHEMA } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
    fc.record({ enum: fc.array(NAME, { minLength: 1, maxLength: 5 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({
      prefixItems: fc.array(tie('schema'), { maxLength: 5 }),
      items: fc.constant(false),
    }),
    fc.record({
      type: fc.constant('object'),
      description: NAME,
      properties: fc.dictionary(NAME, tie('schema'), { maxKeys: 6 }),
    }),
  ),
}));

const TOOL: fc.Arbitrary<CatalogTool> = fc.record({
  name: NAME,
  description: NAME,
  inputSchema: fc.record({ properties: fc.dictionary(NAME, SCHEMA, { maxKeys: 6 }) }),
  outputSchema: SCHEMA,
});

rustfmt(
  `[codegen-rust:deterministic] rustfmt${hasRustfmt ? '' : ' (SKIPPED: not installed)'}`,
  () => {
    it('changes nothing in the types and the client of the torture catalog', async () => {
      expect(await diffOf(emitted(loadTorture()), 'lib.rs')).toBe('');
    });

    it('changes nothing in a project, over stdio and over HTTP', async () => {
      const torture = loadTorture();
      const http: Catalog = { ...torture, connection: { kind: 'http', url: 'x', headers: {} } };
      for (const catalog of [torture, http]) {
        const files = rustCliProject(catalog, optionsFor(catalog, 'cli-rust'));
        expect(await diffOf(files, 'src/main.rs')).toBe('');
      }
    });

    it('changes nothing in whatever a catalog may hold', async () => {
      const many = fc.array(TOOL, { minLength: 30, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(many, async (tools) => {
          expect(await diffOf(emitted(catalogOf(tools)), 'lib.rs')).toBe('');
        }),
        { numRuns: 2, endOnFailure: true },
      );
    });
  },
);
