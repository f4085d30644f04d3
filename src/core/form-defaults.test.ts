// Proves that an accepted form is complete, and that nothing else is touched.
import { describe, expect, it } from 'vitest';
import { withFormDefaults } from './form-defaults.ts';

const FORM = {
  method: 'elicitation/create',
  params: {
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'Ann' },
        age: { type: 'integer', default: 0 },
        agreed: { type: 'boolean', default: false },
        note: { type: 'string' },
      },
    },
  },
} as const;

describe('withFormDefaults', () => {
  it('fills what was left out, falsy defaults too', () => {
    expect(withFormDefaults(FORM, { action: 'accept' })).toEqual({
      action: 'accept',
      content: { name: 'Ann', age: 0, agreed: false },
    });
  });

  it('keeps what was answered', () => {
    const content = { name: 'Bea', age: 3, agreed: true, note: 'x' };
    expect(withFormDefaults(FORM, { action: 'accept', content })).toEqual({
      action: 'accept',
      content,
    });
  });

  it.each(['decline', 'cancel'])('fills nothing into a %s', (action) => {
    expect(withFormDefaults(FORM, { action })).toEqual({ action });
  });

  it('leaves addresses and other questions alone', () => {
    const url = { method: 'elicitation/create', params: { mode: 'url' } } as const;
    expect(withFormDefaults(url, { action: 'accept' })).toEqual({ action: 'accept' });
    expect(withFormDefaults({ method: 'roots/list' }, { roots: [] })).toEqual({ roots: [] });
  });
});
