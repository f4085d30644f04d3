// Tools that misbehave, in the built program: every call is answered, nothing stays behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bashProject } from '../bash/stage.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import type { WireMessage } from '../support/inbox.ts';
import { RawLines } from '../support/raw-lines.ts';
import { PROGRAM } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { HAS_PROC, openDescriptors, residentBytes } from './support/processes.ts';

const BIN = PROGRAM.replace('plugboard.js', 'mcp-bash.js');
const MIB = 1024 * 1024;
/** The promise of the watchdog. */
const DEAD_WITHIN_MS = 3_000;

const TOOLS = {
  good: 'echo good',
  'reads-stdin': 'cat; echo read',
  forks: 'for i in 1 2 3 4 5; do sleep 60 & done; echo forked',
  'ignores-term': { body: `trap '' TERM; while :; do sleep 0.1; done`, meta: { timeoutSecs: 0.5 } },
  'floods-progress': `printf '{"params":{"progress":1,"message":"x"}}\\n%.0s' {1..200000} >>"$MCP_PROGRESS_STREAM"
    head -c 50000000 /dev/zero >>"$MCP_LOG_STREAM"; echo flooded`,
  'floods-stdout': 'cat /dev/zero',
  'floods-stderr': 'cat /dev/zero >&2',
  'not-utf8': String.raw`printf 'caf\351'`,
  'removes-files': 'rm -rf "${MCP_TOOL_ERROR_FILE%/*}"; echo removed',
  'makes-folders': 'd=${MCP_TOOL_ERROR_FILE%/*}; rm "$d/error"; mkdir -p "$d/error/x"; echo made',
  dies: 'kill -KILL $$',
} as const;

function startServer(root: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [BIN], {
    cwd: root,
    env: { ...process.env, MCPBASH_MAX_TOOL_OUTPUT_SIZE: String(MIB), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, client: new RawLines(child.stdout, child.stdin) };
}

const textOf = ({ result }: WireMessage) =>
  (result as { content: { text: string }[] } | undefined)?.content[0]?.text;

describe('faults', () => {
  test('are answered, each in its way, again and again', async () => {
    const { client, child } = startServer(await bashProject(TOOLS));
    await client.initialize('2025-06-18', {});
    const call = (name: keyof typeof TOOLS) =>
      client.ask('tools/call', { name, _meta: { progressToken: 1 } });
    const round = async () => {
      expect(textOf(await call('reads-stdin'))).toBe('read\n');
      expect(textOf(await call('forks'))).toBe('forked\n');
      expect((await call('ignores-term')).error?.data).toMatchObject({ type: 'timeout' });
      expect(textOf(await call('floods-progress'))).toBe('flooded\n');
      expect((await call('floods-stdout')).error?.code).toBe(-32603);
      expect((await call('floods-stderr')).error?.code).toBe(-32603);
      expect(textOf(await call('not-utf8'))).toBe('caf\uFFFD');
      expect(textOf(await call('removes-files'))).toBe('removed\n');
      expect(textOf(await call('makes-folders'))).toBe('made\n');
      expect((await call('dies')).result).toMatchObject({ _meta: { exitCode: 137 } });
      expect(textOf(await call('good'))).toBe('good\n');
    };
    await round();
    const before = HAS_PROC ? openDescriptors(child.pid ?? 0) : 0;
    await round();
    const after = HAS_PROC ? openDescriptors(child.pid ?? 0) : 0;
    expect(after).toBeLessThanOrEqual(before);
    const memory = HAS_PROC ? residentBytes(child.pid ?? 0) : 0;
    expect(memory).toBeLessThan(400 * MIB);
  });

  test('of a server that is killed leave no process behind', async () => {
    const mark = newMark();
    const body = `sh -c "trap '' TERM; while :; do sleep 1; done" ${mark}`;
    const { client, child } = startServer(await bashProject({ stays: body }));
    await client.initialize('2025-06-18', {});
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'stays' } });
    await waitUntil(async () => (await countMarked(mark)) > 0);
    child.kill('SIGKILL');
    await waitUntil(async () => (await countMarked(mark)) === 0, DEAD_WITHIN_MS + 1_000);
    expect(await countMarked(mark)).toBe(0);
  });

  test('leave no folder of a call behind', async () => {
    const TMPDIR = await tempFolder();
    const { client, child } = startServer(await bashProject(TOOLS), { TMPDIR });
    await client.initialize('2025-06-18', {});
    const { result } = await client.ask('tools/call', { name: 'makes-folders' });
    expect(result).toBeDefined();
    expect(await readdir(TMPDIR)).toHaveLength(1);
    const exit = once(child, 'exit');
    client.end();
    await exit;
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  test('do not disturb 200 calls, 64 at a time', async () => {
    const body = 'mcp_emit_text "$(mcp_args_get .n)"';
    const { client } = startServer(await bashProject({ ...TOOLS, echo: body }));
    await client.initialize('2025-06-18', {});
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        if (n % 20 === 0) await client.ask('tools/call', { name: 'dies' });
        return client.ask('tools/call', { name: 'echo', arguments: { n } });
      }),
    );
    expect(answers.map(textOf)).toEqual(Array.from({ length: 200 }, (_, n) => String(n)));
  });
});
