// Pins what each revision has, and what an `initialize` agrees on.
import { describe, expect, it } from 'vitest';
import {
  findRevision,
  LATEST_LEGACY,
  LATEST_MODERN,
  negotiateLegacy,
  REVISIONS,
  SUPPORTED_VERSIONS,
} from './revisions.ts';

describe('revisions', () => {
  it('are these, newest first', () => {
    expect(SUPPORTED_VERSIONS).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2025-03-26',
      '2024-11-05',
    ]);
    expect(LATEST_LEGACY.id).toBe('2025-11-25');
    expect(LATEST_MODERN.id).toBe('2026-07-28');
  });

  it('have batches up to 2025-03-26', () => {
    const having = REVISIONS.filter(({ batches }) => batches).map(({ id }) => id);
    expect(having).toEqual(['2024-11-05', '2025-03-26']);
  });

  it('report a missing resource in their own way', () => {
    expect(REVISIONS.map(({ missingResource }) => missingResource)).toEqual([
      -32002, -32002, -32002, -32002, -32602,
    ]);
  });

  it.each([undefined, null, 7, '', '2025-11-2', 'constructor'])('do not include %j', (id) => {
    expect(findRevision(id)).toBeUndefined();
  });

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1.0', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('initialize with %j agrees on %s', (asked, agreed) => {
    expect(negotiateLegacy(asked).id).toBe(agreed);
  });
});
