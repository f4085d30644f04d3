// Pins the error table: what each code says and how it looks on every surface.
import { describe, expect, it } from 'vitest';
import { ERRORS, PlugboardError, toPlugboardError, type ErrorFacts } from './errors.ts';
import { errorResult } from './result.ts';

const FACTS: ErrorFacts = {
  not_found: { kind: 'server', name: 'x', available: ['a', 'b'] },
  not_supported: { source: 'scripts', what: 'prompts/get' },
  parse_error: { what: 'arguments', reason: "expected ')' at 14" },
  invalid_arguments: { reason: 'Missing required argument: url' },
  config_error: { file: '~/.mcplug/mcplug.json', reason: 'no servers' },
  auth_required: { server: 'linear' },
  forbidden: { what: '/etc', reason: 'is outside the project' },
  connection_refused: { server: 'linear', reason: 'ECONNREFUSED' },
  timeout: { what: 'linear.list_issues', afterMs: 30_000 },
  tool_failed: { output: 'its own output' },
  too_large: { limitBytes: 10_485_760 },
  cancelled: { reason: 'ctrl-c' },
  internal: { reason: 'secret' },
};

describe('ERRORS', () => {
  it('is this table', () => {
    const rows = (Object.keys(ERRORS) as (keyof ErrorFacts)[]).map((code) => {
      const { wire, http, exit } = ERRORS[code];
      const { message } = new PlugboardError(code, FACTS[code]);
      return [code, wire, http, exit, message].join(' | ');
    });
    expect(rows).toEqual([
      "not_found | -32602 | 404 | 1 | Server 'x' not found. Available: a, b",
      'not_supported | -32601 | 404 | 1 | scripts does not support prompts/get.',
      "parse_error | -32700 | 400 | 1 | Cannot parse arguments: expected ')' at 14",
      'invalid_arguments | result | 400 | 1 | Missing required argument: url',
      'config_error | -32603 | 500 | 1 | Error in config ~/.mcplug/mcplug.json: no servers',
      "auth_required | result | 401 | 1 | Server 'linear' requires authentication. Run: mcplug auth linear",
      'forbidden | result | 403 | 1 | Not allowed: /etc is outside the project',
      'connection_refused | result | 502 | 1 | Cannot connect to linear: ECONNREFUSED',
      'timeout | result | 504 | 1 | Timeout after 30s calling linear.list_issues',
      'tool_failed | result | 200 | 1 | its own output',
      'too_large | -32603 | 500 | 1 | Output exceeds 10485760 bytes.',
      'cancelled | silent | 499 | 1 | Cancelled.',
      'internal | -32603 | 500 | 1 | Internal error.',
    ]);
  });

  it('names at most twenty of what is there', () => {
    const available = Array.from({ length: 25 }, (_, at) => `t${at}`);
    const { message } = new PlugboardError('not_found', { kind: 'tool', name: 'x', available });
    expect(message).toBe(
      `Tool 'x' not found. Available: ${available.slice(0, 20).join(', ')}, and 5 more`,
    );
  });

  it('names nothing where nothing is there', () => {
    const none = new PlugboardError('not_found', { kind: 'prompt', name: 'x', available: [] });
    expect(none.message).toBe("Prompt 'x' not found.");
  });
});

describe('PlugboardError', () => {
  it('keeps facts, hint, data and cause, and may bring its own code', () => {
    const cause = new Error('why');
    const error = new PlugboardError(
      'timeout',
      { what: 'x', afterMs: 500 },
      { hint: 'wait', cause, wire: -32_001, data: { exitCode: 1 } },
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'PlugboardError',
      code: 'timeout',
      message: 'Timeout after 0.5s calling x',
      facts: { what: 'x', afterMs: 500 },
      hint: 'wait',
      wire: -32_001,
      data: { exitCode: 1 },
      cause,
    });
  });
});

describe('toPlugboardError', () => {
  it('keeps what is one already', () => {
    const error = new PlugboardError('internal', {});
    expect(toPlugboardError(error)).toBe(error);
  });

  it('knows an abort', () => {
    expect(toPlugboardError(AbortSignal.abort().reason)).toMatchObject({ code: 'cancelled' });
  });

  it.each([new Error('secret'), 'secret', undefined, null, 7, { message: 'secret' }])(
    'makes an internal error of %j, which says nothing of it',
    (thrown) => {
      const error = toPlugboardError(thrown);
      expect(error).toMatchObject({ code: 'internal', message: 'Internal error.' });
      expect(error.cause).toBe(thrown);
    },
  );
});

describe('errorResult', () => {
  it('is a result that says what and the way out', () => {
    const error = new PlugboardError(
      'forbidden',
      { what: '/etc', reason: 'is outside' },
      { hint: 'stay inside', data: { exitCode: 3 } },
    );
    expect(errorResult(error)).toEqual({
      content: [{ type: 'text', text: 'Not allowed: /etc is outside\nhint: stay inside' }],
      isError: true,
      _meta: { code: 'forbidden', exitCode: 3 },
    });
  });
});
