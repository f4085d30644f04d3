// How errors leave the program.
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { PlugboardError, toPlugboardError } from '../core/errors.ts';
import { reportError, type ReportStyle } from './report-error.ts';

function reported(error: PlugboardError, style: Partial<ReportStyle> = {}) {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof printed) =>
    new Writable({
      write: (chunk: Buffer, _, done) => {
        printed[name] += chunk.toString();
        done();
      },
    });
  const io = { stdin: process.stdin, stdout: stream('stdout'), stderr: stream('stderr') };
  const exit = reportError(error, { asJson: false, isVerbose: false, ...style }, io);
  return { exit, ...printed };
}

test('words and a hint on stderr', () => {
  const error = new PlugboardError('forbidden', { what: 'x', reason: 'is y' }, { hint: 'do z' });
  expect(reported(error)).toEqual({
    exit: 1,
    stdout: '',
    stderr: 'Not allowed: x is y\nhint: do z\n',
  });
});

test.each([
  ['invalid_arguments', 'parse_error', new PlugboardError('invalid_arguments', { reason: 'r' })],
  ['not_supported', 'not_found', new PlugboardError('not_supported', { source: 's', what: 'w' })],
  ['too_large', 'too_large', new PlugboardError('too_large', { limitBytes: 1 })],
  ['cancelled', 'cancelled', new PlugboardError('cancelled', {})],
])('%s is %s to programs', (reason, code, error) => {
  const { stdout, stderr } = reported(error, { asJson: true });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ error: { message: error.message, code, reason } });
});

test('the server is named where it is known', () => {
  const error = new PlugboardError('connection_refused', { server: 'linear', reason: 'r' });
  expect(JSON.parse(reported(error, { asJson: true }).stdout)).toMatchObject({
    error: { server: 'linear' },
  });
});

test('a bug of ours hides its cause until it is asked for', () => {
  const error = toPlugboardError(new TypeError('oops'));
  expect(reported(error).stderr).toBe(
    'Internal error.\nhint: Run it again with --verbose to see the cause\n',
  );
  expect(reported(error, { isVerbose: true }).stderr).toContain('cause: TypeError: oops\n    at ');
});
