// `plugboard validate`: findings by script, each with its mend.
import { describe, expect, test } from 'vitest';
import { runPlugboard } from '../support/run-plugboard.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';

interface Report {
  readonly valid: boolean;
  readonly findings: { script: string; severity: string; message: string; mend: string }[];
}

describe('a directory with faults', () => {
  const files = {
    fine: shellTool('echo fine'),
    'bad/exit': '#!/bin/sh\nexit 3\n',
    'bad/text': '#!/bin/sh\necho hello\necho {} >&2\n',
    danger: shellTool('echo', { PATH: { required: true, value_type: 'string' } }),
  };

  test('is reported by script, and exits 1', async () => {
    const cwd = await folderWith(files);
    const { exit, stdout, stderr } = await runPlugboard(['validate', '.'], { cwd });
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.filter((line) => /^(error|warning|note) /u.test(line)).map(toSubject)).toEqual([
      'error bad/exit',
      'error bad/text',
      'warning danger',
    ]);
    const mends = lines.filter((_, at) => /^(error|warning) /u.test(lines[at - 1] ?? ''));
    expect(mends.every((line) => /^ {2}mend: \S/u.test(line))).toBe(true);
    expect(lines.at(-2)).toBe('2 errors, 1 warning, 0 notes');
  });

  test('is JSON with --json', async () => {
    const cwd = await folderWith(files);
    const { exit, stdout } = await runPlugboard(['validate', '.', '--json'], { cwd });
    expect(exit).toBe(1);
    const report = JSON.parse(stdout) as Report;
    expect(report.valid).toBe(false);
    expect(report.findings.map(({ script }) => script).toSorted()).toEqual([
      'bad/exit',
      'bad/text',
      'danger',
    ]);
    for (const { message, mend } of report.findings) {
      expect(message).not.toBe('');
      expect(mend).not.toBe('');
    }
  });
});

describe('a directory without faults', () => {
  test('exits 0', async () => {
    const cwd = await folderWith({ fine: shellTool('echo fine') });
    expect(await runPlugboard(['validate', '.'], { cwd })).toEqual({
      exit: 0,
      stdout: 'no problems found\n',
      stderr: '',
    });
    const { stdout } = await runPlugboard(['validate', '.', '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({ valid: true, findings: [] });
  });

  test('may have warnings and still exit 0', async () => {
    const cwd = await folderWith({ 'notes.txt': 'hello' });
    const { exit, stdout } = await runPlugboard(['validate', '.'], { cwd });
    expect(exit).toBe(0);
    expect(stdout).toContain('note notes.txt: ');
  });
});

test('a directory that is not there is an error of its own', async () => {
  expect(await runPlugboard(['validate', './gone'])).toEqual({
    exit: 1,
    stdout: '',
    stderr:
      "Source './gone' not found.\nhint: A source is a directory of executables, a mcp-bash project or an MCI file\n",
  });
  const { stdout } = await runPlugboard(['validate', './gone', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_found' } });
});

function toSubject(line: string): string {
  return line.slice(0, line.indexOf(':'));
}
