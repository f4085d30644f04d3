// Pins how errors look on the wire, by revision and dialect.
import { describe, expect, it } from 'vitest';
import { PlugboardError, type ErrorCode } from '../../core/errors.ts';
import { LATEST_LEGACY, LATEST_MODERN, REVISIONS } from '../wire/revisions.ts';
import { modernStatus, toWireError } from './wire-error.ts';

const gone = new PlugboardError('not_found', { kind: 'resource', name: 'note://1' });
const forbidden = new PlugboardError('forbidden', { what: 'x', reason: 'y' }, { hint: 'z' });

describe('toWireError', () => {
  it('gives a missing resource the code of the revision, and its URI', () => {
    for (const revision of REVISIONS) {
      expect(toWireError(gone, revision, undefined)).toEqual({
        code: revision.missingResource,
        message: "Resource 'note://1' not found.",
        data: { code: 'not_found', uri: 'note://1' },
      });
    }
  });

  it('gives other missing things the code of the table, and no URI', () => {
    const tool = new PlugboardError('not_found', { kind: 'tool', name: 'x' });
    expect(toWireError(tool, LATEST_LEGACY, undefined)).toMatchObject({
      code: -32602,
      data: { code: 'not_found' },
    });
  });

  it('carries the code in words, the hint, and data of the source', () => {
    const error = new PlugboardError('internal', {}, { hint: 'h', data: { exitCode: 3 } });
    expect(toWireError(error, LATEST_LEGACY, undefined)).toEqual({
      code: -32603,
      message: 'Internal error.',
      data: { code: 'internal', exitCode: 3, hint: 'h' },
    });
  });

  it('tells nothing of a cause', () => {
    const error = new PlugboardError(
      'internal',
      { reason: 'secret' },
      { cause: new Error('secret') },
    );
    expect(JSON.stringify(toWireError(error, LATEST_MODERN, undefined))).not.toContain('secret');
  });

  it('makes an internal error of what is a result elsewhere', () => {
    expect(toWireError(forbidden, LATEST_MODERN, undefined).code).toBe(-32603);
  });

  it.each([-32_000, -32_002, -32_005, -32_019])(
    'keeps %i to the legacy era, which the modern one forbids',
    (wire) => {
      const error = new PlugboardError('internal', {}, { wire });
      expect(toWireError(error, LATEST_LEGACY, undefined).code).toBe(wire);
      expect(toWireError(error, LATEST_MODERN, undefined).code).toBe(-32603);
    },
  );

  it.each([-31_999, -32_020, -32_021, -32_022, -32_601, 7])('keeps %i in both', (wire) => {
    const error = new PlugboardError('internal', {}, { wire });
    expect(toWireError(error, LATEST_LEGACY, undefined).code).toBe(wire);
    expect(toWireError(error, LATEST_MODERN, undefined).code).toBe(wire);
  });

  it('lets a dialect choose', () => {
    const wireCodes: Partial<Record<ErrorCode, number>> = { not_found: -32001, forbidden: 42 };
    const dialect = { id: 'test', wireCodes };
    expect(toWireError(gone, LATEST_LEGACY, dialect).code).toBe(-32001);
    expect(toWireError(forbidden, LATEST_MODERN, dialect).code).toBe(42);
  });
});

it('the modern era fixes the HTTP status of some codes', () => {
  const statuses = [-32020, -32021, -32022, -32601, -32602, -32603, -32700].map(modernStatus);
  expect(statuses).toEqual([400, 400, 400, 404, 200, 200, 200]);
});
