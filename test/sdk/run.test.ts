// Running other programs: retries, progress from their output, their error messages.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { callTool, jsonLines, quoted } from './call-tool.ts';

describe('[bash-sdk:run:retry] mcp_with_retry', () => {
  // Counts its runs in a file and ends with the next of the statuses.
  const FLAKY = `flaky() {
    local n=$(($(cat "$HOME/runs" 2>/dev/null || echo 0) + 1)) statuses=($STATUSES)
    echo "$n" >"$HOME/runs"
    return "\${statuses[n-1]}"
  }
  `;

  test.each([
    ['0', 1, 0],
    ['1 0', 1, 1],
    ['2 0', 1, 2],
    ['3 0', 2, 0],
    ['5 7 0', 3, 0],
    ['9 9 9 9', 3, 9],
    ['4 1 0', 2, 1],
  ])('after statuses %s has run %d times and returns %d', async (statuses, runs, status) => {
    const body = `${FLAKY}rc=0; mcp_with_retry 3 0.01 -- flaky || rc=$?; echo "$(cat "$HOME/runs") $rc"`;
    const call = await callTool(body, { env: { STATUSES: statuses } });
    expect(call.stdout).toBe(`${runs} ${status}\n`);
  });

  test('passes arguments as they are and waits twice as long each time', async () => {
    const body = `
      sleep() { echo "sleep $1" >&2; }
      fail() { printf '<%s>' "$@"; return 3; }
      mcp_with_retry 4 1 -- fail 'a b' '' || echo "rc=$?"`;
    const call = await callTool(body);
    expect(call.stdout).toBe(`${'<a b><>'.repeat(4)}rc=3\n`);
    const waits = [...call.stderr.matchAll(/sleep ([\d.]+)/g)].map((match) => Number(match[1]));
    expect(waits).toHaveLength(3);
    for (const [index, seconds] of waits.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(2 ** index);
      expect(seconds).toBeLessThanOrEqual(2 ** index * 1.5);
    }
  });

  test('stops once the call is cancelled', async () => {
    const body = ': >"$MCP_CANCEL_FILE"; mcp_with_retry 9 60 -- bash -c "exit 4" || echo "rc=$?"';
    expect((await callTool(body)).stdout).toBe('rc=4\n');
  });

  test.each(['0 1 -- true', 'x 1 -- true', '3 soon -- true', '3 1 --'])(
    'refuses %s',
    async (words) => {
      const call = await callTool(`mcp_with_retry ${words}`);
      expect(call.exit).toBe(1);
      expect(JSON.parse(call.errorFile)).toMatchObject({ code: -32603 });
    },
  );
});

describe('[bash-sdk:run:cli-error] mcp_extract_cli_error', () => {
  test.each([
    ['{"error":{"message":"deep"},"message":"m"}', 'e', 'deep'],
    ['{"error":"flat"}', 'e', 'flat'],
    ['{"success":false,"message":"m"}', 'e', 'm'],
    ['{"ok":false,"message":"m"}', 'e', 'm'],
    ['{"status":"error","message":"m"}', 'e', 'm'],
    ['{"message":"just talk"}', 'on stderr', 'on stderr'],
    ['{"errors":[{"message":"first"},{"message":"second"}]}', '', 'first'],
    ['plain', '  spaced\nlines \n', 'spaced\nlines'],
    ['{broken', '', 'CLI exited with code 7'],
    ['', '', 'CLI exited with code 7'],
  ])('of %s and %j is %j', async (stdout, stderr, message) => {
    const call = await callTool(`mcp_extract_cli_error ${quoted(stdout)} ${quoted(stderr)} 7`);
    expect(call).toMatchObject({ exit: 0, stdout: `${message}\n` });
  });
});

const percents = (stream: string) =>
  jsonLines(stream).map((line) => (line as { params: { progress: number } }).params.progress);

describe('[bash-sdk:run:progress] mcp_run_with_progress', () => {
  const FAST = '--interval 0.02';

  test('prints what the command prints, forwards its progress, returns its status', async () => {
    const body = `
      work() { echo 'at 10%' >&2; echo 'noise' >&2; echo 'at 55%' >&2; echo result; return 6; }
      mcp_run_with_progress ${FAST} --pattern 'at ([0-9]+)%' -- work 'x y' || echo "rc=$?"`;
    const call = await callTool(body);
    expect(call).toMatchObject({ exit: 0, stdout: 'result\nrc=6\n' });
    expect(call.stderr).toBe('at 10%\nnoise\nat 55%\n');
    expect(jsonLines(call.progress)).toMatchObject([
      { params: { progress: 10, message: 'at 10%' } },
      { params: { progress: 55, message: 'at 55%' } },
    ]);
  });

  test('[bash-sdk:run:live] forwards it while the command runs', async () => {
    const body = `
      work() { echo '10%' >&2; until [ -e "$HOME/go" ]; do sleep 0.02; done; echo '90%' >&2; }
      mcp_run_with_progress ${FAST} --pattern '([0-9]+)%' --quiet -- work`;
    const call = await callTool(body, {
      during: async (folder) => {
        await waitUntil(async () => (await readFile(join(folder, 'progress'), 'utf8')) !== '');
        await writeFile(join(folder, 'go'), '');
      },
    });
    expect(percents(call.progress)).toEqual([10, 90]);
    expect(call.stderr).toBe('');
  });

  test.each([
    ['--extract match1 --total 50 --pattern "frame=([0-9]+)"', 'frame=25', 50],
    ['--extract match1 --total 50 --pattern "frame=([0-9]+)"', 'frame=99', 100],
    ['--pattern "p=([0-9.]+)"', 'p=12.9', 12],
    ['--extract ratio --pattern "([0-9]+)/([0-9]+)"', 'step 3/4', 75],
    ['--extract json --pattern "^[{]"', '{"progress":30,"message":"hi"}', 30],
    ['--extract json --pattern "^[{]"', '{"progress":3,"total":4}', 75],
    ['--extract json --pattern "^[{]"', '{"percent":8}', 8],
  ])('%s of %s is %d', async (options, line, percent) => {
    const body = `
      work() { echo ${quoted(line)} >&2; }
      mcp_run_with_progress ${FAST} ${options} -- work`;
    const call = await callTool(body);
    expect(call.exit).toBe(0);
    expect(percents(call.progress)).toEqual([percent]);
  });

  test('reads progress bars that rewrite their line', async () => {
    const body = `
      work() { printf '1%%\\r2%%\\r' >&2; sleep 0.1; printf '3%%\\r\\n4%%' >&2; }
      mcp_run_with_progress ${FAST} --pattern '^([0-9]+)%' --quiet -- work`;
    expect(percents((await callTool(body)).progress)).toEqual([1, 2, 3, 4]);
  });

  test('[bash-sdk:run:files] reads a progress file and writes the files it is told to', async () => {
    const body = `
      work() { echo out; echo err >&2; echo 40% >>"$HOME/p"; }
      mcp_run_with_progress ${FAST} --pattern '([0-9]+)%' --progress-file "$HOME/p" \
        --stdout "$HOME/out" --stderr-file "$HOME/err" --quiet -- work
      cat "$HOME/out" "$HOME/err"`;
    const call = await callTool(body);
    expect(call.stdout).toBe('out\nerr\n');
    expect(percents(call.progress)).toEqual([40]);
  });

  test('[bash-sdk:run:heartbeat] a match without news is an empty line', async () => {
    const body = `
      work() { echo tick >&2; echo tick >&2; }
      mcp_run_with_progress ${FAST} --pattern tick --quiet -- work`;
    expect((await callTool(body)).progress).toBe('\n\n');
    const env = { MCP_PROGRESS_TOKEN: '' };
    expect((await callTool(body, { env })).progress).toBe('\n\n');
  });

  test('[bash-sdk:run:cancel] ends the command and returns 130 once cancelled', async () => {
    const body = `
      work() { trap 'echo ended >"$HOME/ended"; exit 0' TERM; echo 5% >&2
        while :; do sleep 0.02; done; }
      mcp_run_with_progress ${FAST} --pattern '([0-9]+)%' --quiet -- work || echo "rc=$?"
      cat "$HOME/ended"`;
    const call = await callTool(body, {
      during: async (folder) => {
        await waitUntil(async () => (await readFile(join(folder, 'progress'), 'utf8')) !== '');
        await writeFile(join(folder, 'cancelled'), '');
      },
    });
    expect(call.stdout).toBe('rc=130\nended\n');
  });

  test('[bash-sdk:run:dry-run] --dry-run runs nothing', async () => {
    const body =
      'mcp_run_with_progress --pattern x --dry-run -- touch \'a b\' "$HOME/x"; ls "$HOME"';
    const call = await callTool(body);
    expect(call.stderr).toMatch(/^would run: touch a\\ b \S+\n$/);
    expect(call.stdout).not.toContain('x\n');
  });

  test.each([
    '-- true',
    '--pattern x',
    '--pattern x --extract y -- true',
    '--pattern x --interval y -- true',
    '--what -- true',
  ])('refuses %s', async (words) => {
    const call = await callTool(`mcp_run_with_progress ${words}`);
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toMatchObject({ code: -32603 });
  });

  test('leaves no file behind', async () => {
    const call = await callTool(`mcp_run_with_progress ${FAST} --pattern x -- true; ls "$HOME"`);
    expect(call.stdout.split('\n').filter((name) => name.startsWith('stderr'))).toEqual([]);
  });
});
