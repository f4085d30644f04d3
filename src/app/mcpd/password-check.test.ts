// Proves which passwords are right, and that guessing is bounded.
import { createHash } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { beforeEach, expect, it } from 'vitest';
import { isBcryptHash, passwordCheck, type PasswordCheck } from './password-check.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const passwordHash = hashSync(sha256('open sesame'), 4);
let check: PasswordCheck;

beforeEach(() => {
  check = passwordCheck({ username: 'admin', passwordHash });
});

it('takes the password itself, or its SHA-256 when told so', async () => {
  expect(await check('admin', 'open sesame', false)).toBe('right');
  expect(await check('admin', sha256('open sesame'), true)).toBe('right');
  expect(await check('admin', sha256('open sesame').toUpperCase(), true)).toBe('right');
});

it.each([
  ['admin', 'wrong', false],
  ['admin', '', false],
  ['admin', 'open sesame', true],
  ['admin', sha256('open sesame'), false],
  ['root', 'open sesame', false],
] as const)('refuses %s with %s (hashed: %s)', async (user, password, isHashed) => {
  expect(await check(user, password, isHashed)).toBe('wrong');
});

it('still asks for the user name when the password is known', async () => {
  expect(await check('admin', 'open sesame', false)).toBe('right');
  expect(await check('root', 'open sesame', false)).toBe('wrong');
  expect(await check('admin', 'wrong', false)).toBe('wrong');
});

it('takes hashes of every bcrypt spelling and lets nobody in on anything else', async () => {
  const php = passwordCheck({ username: 'a', passwordHash: passwordHash.replace('$2b$', '$2y$') });
  expect(await php('a', 'open sesame', false)).toBe('right');
  const sha512 = createHash('sha512').update('open sesame').digest('hex');
  const misnamed = passwordCheck({ username: 'a', passwordHash: sha512 });
  expect(await misnamed('a', 'open sesame', false)).toBe('wrong');
  expect([passwordHash, sha512, 'open sesame'].map(isBcryptHash)).toEqual([true, false, false]);
});

it('lets eight logins wait and refuses more until they are done', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => check('admin', `guess ${index}`, false)),
  );
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(2);
  expect(await check('admin', 'open sesame', false)).toBe('right');
});

it('keeps a known password usable while others guess', async () => {
  expect(await check('admin', 'open sesame', false)).toBe('right');
  const guesses = Array.from({ length: 10 }, (_, index) => check('admin', `guess ${index}`, false));
  expect(await check('admin', 'open sesame', false)).toBe('right');
  await Promise.all(guesses);
});
