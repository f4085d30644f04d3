// A project of 5,000 tools: one change costs a few files, and every tool is found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const TOOLS = 5_000;

/** Counts what is opened from here on, in the process it is loaded into. */
const COUNTER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
globalThis.opened = [];
const count = (host, names) => {
  for (const name of names) {
    const original = host[name];
    host[name] = function (path, ...rest) {
      globalThis.opened.push(name + ' ' + path);
      return original.call(this, path, ...rest);
    };
  }
};
const ASYNC = ['open', 'opendir', 'readFile', 'readdir', 'writeFile', 'appendFile', 'copyFile'];
count(fs.promises, ASYNC);
count(fs, [...ASYNC, ...ASYNC.map((name) => name + 'Sync'), 'createReadStream']);
syncBuiltinESMExports();
`;

/** Lists, changes one tool, lists again, waits for the registry file; prints what was opened. */
const CHANGE = `
const { openBash, localContext } = await import(process.argv[2]);
const [, , , root, meta] = process.argv;
const { promises: { writeFile }, statSync } = await import('node:fs');
const { setTimeout: delay } = await import('node:timers/promises');
const source = await openBash(root, { env: { ...process.env, MCP_TOOLS_TTL: '1' } });
const registry = root + '/.registry/tools.json';
const mtime = () => statSync(registry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const until = async (isSo) => { while (!isSo()) await delay(20); };
const first = await source.tools.list(localContext());
await until(() => mtime() > 0);
// Folders are watched one after the other; a change is only heard where that is done.
let told = 0;
source.onChange(() => (told += 1));
for (let last = -1; last !== globalThis.opened.length; await delay(1500)) last = globalThis.opened.length;
const written = mtime();
await writeFile(meta, JSON.stringify({ name: 'tool-7', description: 'changed' }));
const own = globalThis.opened.length;
await until(() => told > 0);
const second = await source.tools.list(localContext());
await until(() => mtime() > written);
const opened = globalThis.opened.slice(own);
await source[Symbol.asyncDispose]();
const description = second.items.find(({ name }) => name === 'tool-7').description;
process.stdout.write(JSON.stringify({ first: first.items.length, description, opened, told }));
`;

/** Where the script of a tool lies: in a folder of its own, or all in one. */
const LAYOUTS = {
  'in folders of their own': (name: string) => join('tools', name, 'tool'),
  'in one folder': (name: string) => join('tools', name),
} as const;

async function manyTools(stemOf: (name: string) => string): Promise<string> {
  const root = await tempFolder();
  await mkdir(join(root, 'server.d'));
  await writeFile(join(root, 'server.d', 'server.meta.json'), '{}');
  for (let at = 0; at < TOOLS; at += 1) {
    const stem = join(root, stemOf(`tool-${at}`));
    await mkdir(dirname(stem), { recursive: true });
    await writeFile(`${stem}.sh`, '#!/bin/sh\n', { mode: 0o755 });
    await writeFile(`${stem}.meta.json`, JSON.stringify({ name: `tool-${at}` }));
  }
  return root;
}

for (const [layout, stemOf] of Object.entries(LAYOUTS)) {
  verifies(
    'bash:registry:few-files',
    `a change of one tool among 5,000 ${layout} opens at most five files`,
    async () => {
      const root = await manyTools(stemOf);
      const folder = await tempFolder();
      const [counter, program] = [join(folder, 'counter.mjs'), join(folder, 'change.mjs')];
      await writeFile(counter, COUNTER);
      await writeFile(program, CHANGE);
      const library = pathToFileURL(join(ROOT, 'dist', 'index.js')).href;
      const meta = `${join(root, stemOf('tool-7'))}.meta.json`;
      const args = ['--import', pathToFileURL(counter).href, program, library, root, meta];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const text = Buffer.concat(await child.stdout.toArray()).toString();
      expect(await exited).toEqual([0, null]);
      const { opened, ...rest } = JSON.parse(text) as { opened: string[] };
      expect(rest).toEqual({ first: TOOLS, description: 'changed', told: 1 });
      expect(opened.length).toBeGreaterThan(0);
      expect(opened.slice(5)).toEqual([]);
    },
    120_000,
  );
}
