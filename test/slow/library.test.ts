// The library as its users meet it: the examples in its documentation compile, the example server runs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as generatedCli from '../../src/cli/generated/run-generated-cli.ts';
import * as library from '../../src/index.ts';
import { mcpPost } from '../support/mcp-post.ts';
import { ROOT } from '../support/run-plugboard.ts';

interface Documented {
  readonly name: string;
  readonly example: string;
}

/** Every export with an example, found where it is defined. */
function documentedExports(): Documented[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /(?<!\.test)\.ts$/u.test(file));
  return sources.flatMap((file) => documentedIn(readFileSync(join(ROOT, 'src', file), 'utf8')));
}

function documentedIn(text: string): Documented[] {
  const pattern =
    /\/\*\*(?<doc>(?:(?!\*\/)[^])*)\*\/\nexport (?:async )?(?:function|class|const) (?<name>\w+)/gu;
  return [...text.matchAll(pattern)].flatMap(({ groups = {} }) => {
    const plain = groups['doc']?.replaceAll(/^ \* ?/gmu, '') ?? '';
    const example = /@example\n```ts\n([^]*?)\n```/u.exec(plain)?.[1];
    return example === undefined ? [] : [{ name: groups['name'] ?? '', example }];
  });
}

test('every export has an example, and all of them compile against the built package', () => {
  const documented = documentedExports();
  const names = documented.map(({ name }) => name);
  const exported = [library, generatedCli].flatMap((entry) => Object.keys(entry));
  expect(names.toSorted()).toEqual(exported.toSorted());
  // Inside the package, so that its own name leads to its built types.
  const folder = join(ROOT, 'dist', 'example-checks');
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { name, example } of documented) writeFileSync(join(folder, `${name}.ts`), example);
  const manifest = createRequire(import.meta.url).resolve('@typescript/native/package.json');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node'];
  const target = [
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,esnext.disposable',
  ];
  const examples = documented.map(({ name }) => join(folder, `${name}.ts`));
  const compiled = spawnSync(
    process.execPath,
    [join(dirname(manifest), 'bin', 'tsc'), '--ignoreConfig', ...options, ...target, ...examples],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(compiled.stdout).toBe('');
  expect(compiled.status).toBe(0);
});

test('examples/library serves its tool', async () => {
  const file = join(ROOT, 'examples', 'library', 'server.mjs');
  const server = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0' } });
  onTestFinished(() => void server.kill());
  const [chunk] = (await once(server.stdout, 'data')) as [Buffer];
  const call = { method: 'tools/call', params: { name: 'now' } };
  const { result = {} } = await mcpPost(chunk.toString().trim(), call);
  const [block] = result['content'] as { text: string }[];
  expect(new Date(block?.text ?? '').getTime()).toBeGreaterThan(0);
});
