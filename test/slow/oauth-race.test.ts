// Twelve processes, an expired token, five times over: each refresh token is redeemed once.
import { expect, test } from 'vitest';
import { loginStage, PAST } from '../oauth/stage.ts';
import { startProgram } from '../support/run-plugboard.ts';

const TWELVE = 12;
const ROUNDS = 5;

test('a login survives every race for its renewal', async () => {
  const { authority, login, edit, tokens, cwd, home } = await loginStage();
  await login();
  const before = authority.refusals();
  const options = { cwd, home, program: 'mcplug' } as const;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await edit({ expires_at: PAST });
    const calls = Array.from({ length: TWELVE }, () =>
      startProgram(['call', 'locked.whoami'], options),
    );
    for (const { ended } of calls) {
      expect(await ended).toEqual({ exit: 0, stdout: 'somebody we know\n', stderr: '' });
    }
    expect(authority.count('refresh_token')).toBe(round);
    expect(await tokens()).toMatchObject({ refresh_token: authority.issued.at(-1) });
  }
  expect(authority.refusals()).toBe(before);
});
