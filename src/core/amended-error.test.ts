// Proves that an error keeps all it had when something is added.
import { expect, it } from 'vitest';
import { amendedError } from './amended-error.ts';
import { PlugboardError } from './errors.ts';

const cause = new Error('why');
const full = new PlugboardError(
  'forbidden',
  { what: 'x', reason: 'is not yours' },
  { hint: 'Ask', cause, wire: -32_001, data: { a: 1 }, verbatim: { data: 2 } },
);

it('keeps what is not said anew', () => {
  const { code, facts, message } = full;
  const kept = { code, facts, message, hint: 'Ask', cause, data: { a: 1 }, verbatim: { data: 2 } };
  expect(amendedError(full, { wire: -32_603 })).toMatchObject({ ...kept, wire: -32_603 });
});

it('adds what was not there, and leaves the row its wire', () => {
  const bare = new PlugboardError('tool_failed', { output: 'no' });
  const amended = amendedError(bare, { hint: 'Try again' });
  expect(amended).toMatchObject({ message: 'no', hint: 'Try again', wire: 'result' });
});
