// Generated TypeScript of a real server, and command lines compiled to one executable.
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { printed, runProgram, stage, TORTURE } from '../codegen/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { EVERYTHING, startEverything } from './support/everything.ts';

const USE_CLIENT = `
import { openEverythingClient } from './client.ts';

await using client = await openEverythingClient();
const echoed = await client.echo({ message: 'typed' });
const weather = (await client.getStructuredContent({ location: 'Chicago' })).structured();
const degrees: number | undefined = weather?.temperature;
process.stdout.write(JSON.stringify({ text: echoed.text(), isNumber: typeof degrees === 'number' }));
`;

verifies(
  'codegen:real-server',
  'the catalog of server-everything as types, as a client and as a program',
  async () => {
    const { plugboard, compile, run, write } = await stage({
      everything: { command: process.execPath, args: [EVERYTHING] },
    });
    printed(await plugboard(['emit-ts', 'everything', '--output', 'types.ts']));
    const words = ['emit-ts', 'everything', '--mode', 'client', '--output', 'client.ts'];
    printed(await plugboard(words));
    printed(await plugboard(['generate-cli', 'everything', '--output', 'source.ts']));
    await write('use.ts', USE_CLIENT);
    expect(await compile(['types.ts', 'use.ts', 'source.ts'])).toBe('');
    const used = JSON.parse(printed(await run('out/use.js'))) as object;
    expect(used).toEqual({ text: 'Echo: typed', isNumber: true });
    const sum = printed(await run('out/source.js', ['get-sum', '--a', '2', '--b', '3']));
    expect(sum).toContain('5');
  },
);

verifies('codegen:real-server', 'over HTTP, as a bundle', async () => {
  const url = await startEverything();
  const { plugboard, run } = await stage();
  printed(await plugboard(['generate-cli', url, '--name', 'every', '--bundle']));
  expect(printed(await run('every.js', ['echo', '--message', 'hi']))).toBe('Echo: hi\n');
  const image = printed(await run('every.js', ['get-tiny-image']));
  expect(image).toContain('[image: image/png');
});

verifies(
  'codegen:cli:compile',
  'one executable that needs no file beside it, knows its making and is made again',
  async () => {
    const { folder, plugboard } = await stage({ torture: TORTURE });
    const words = ['--compile', '--name', 'it', '--output', 'made/it'];
    const made = await plugboard(['generate-cli', 'torture', ...words]);
    expect(printed(made)).toBe(`${join(folder, 'made/it')}\n`);
    const elsewhere = await tempFolder();
    await copyFile(join(folder, 'made/it'), join(elsewhere, 'moved'));
    const program = join(elsewhere, 'moved');
    const said = await runProgram(program, ['add', '--a', '1', '--b', '2'], { cwd: elsewhere });
    expect(printed(said)).toBe('{"sum":3}\n');
    const failed = await runProgram(program, ['fails'], { cwd: elsewhere });
    expect(failed).toMatchObject({ exit: 1, stderr: 'it failed on purpose\n' });
    const shown = printed(await plugboard(['inspect-cli', program]));
    expect(shown).toContain('  Form: executable\n');
    printed(await plugboard(['generate-cli', '--from', program, '--output', 'again']));
    const [first, again] = await Promise.all(
      [program, join(folder, 'again')].map((file) => readFile(file)),
    );
    expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true);
  },
);
