// Many processes with one login: the built program, as often as users start it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../src/mcp/wire/deferred.ts';
import { openStage, PATIENCE_MS } from '../daemon/stage.ts';
import { PROGRAM, startProgram } from '../support/run-plugboard.ts';
import { waitUntil } from '../support/wait-until.ts';
import { loginStage, PAST } from './stage.ts';

const CALL = ['call', 'locked.whoami'];
const TWELVE = 12;

describe('twelve processes', () => {
  test(
    '[oauth:tokens:twelve] that find their token refused at once redeem the refresh token once',
    { timeout: PATIENCE_MS },
    async () => {
      const { authority, login, cwd, home } = await loginStage();
      await login();
      authority.revokeAccess();
      const before = authority.refusals();
      // Nobody gets an answer before the last of them has been refused.
      const isEverybodyRefused = () => authority.refusals() - before >= TWELVE;
      authority.rules.gate = waitUntil(isEverybodyRefused, PATIENCE_MS);
      const options = { cwd, home, program: 'mcplug' } as const;
      const calls = Array.from({ length: TWELVE }, () => startProgram(CALL, options));
      for (const { ended } of calls) {
        expect(await ended).toEqual({ exit: 0, stdout: 'somebody we know\n', stderr: '' });
      }
      expect(authority.count('refresh_token')).toBe(1);
    },
  );
});

describe('a call', () => {
  test('that renews its token loads no package for it', { timeout: PATIENCE_MS }, async () => {
    const { login, edit, cwd, home, authority } = await loginStage();
    await login();
    await edit({ expires_at: PAST });
    const folder = join(home, 'loaded');
    const env = { NODE_V8_COVERAGE: folder };
    const { ended } = startProgram(CALL, { cwd, home, env, program: 'mcplug' });
    expect(await ended).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(1);
    const [report = ''] = await readdir(folder);
    const loaded = await readFile(join(folder, report), 'utf8');
    expect(loaded).toContain('/dist/');
    expect(loaded).not.toContain('/node_modules/');
  });
});

describe('a process that is told to end', () => {
  test(
    '[oauth:tokens:rotation] while it redeems the refresh token keeps what it gets',
    { timeout: PATIENCE_MS },
    async () => {
      const { authority, login, edit, tokens, cwd, home } = await loginStage();
      await login();
      await edit({ expires_at: PAST });
      const gate = deferred<void>();
      authority.rules.gate = gate.promise;
      const call = startProgram(CALL, { cwd, home, program: 'mcplug' });
      await waitUntil(() => authority.count('refresh_token') === 1, PATIENCE_MS);
      call.interrupt();
      gate.resolve();
      expect(await call.ended).toEqual({ exit: 'SIGINT', stdout: '', stderr: 'Cancelled.\n' });
      expect(await tokens()).toMatchObject({ refresh_token: authority.issued[3] });
    },
  );
});

describe('the daemon', () => {
  test(
    '[oauth:server:daemon] and processes beside it share one refresh, and its log has no token',
    { timeout: PATIENCE_MS },
    async () => {
      const { authority } = await loginStage();
      const stage = await openStage({ file: PROGRAM.replace('plugboard.js', 'mcplug.js') });
      const kept = { baseUrl: authority.mcpUrl, lifecycle: 'keep-alive' };
      await stage.configure({ warm: kept });
      authority.allowRefresh('seeded');
      const given = { access_token: 'old', refresh_token: 'seeded', expires_at: PAST };
      const stdin = JSON.stringify(given);
      expect(await stage.run(['auth', 'warm', '--tokens', '-'], { stdin })).toMatchObject({
        exit: 0,
      });
      expect(await stage.run(['daemon', 'start', '--log'])).toMatchObject({ exit: 0 });
      const alone = { env: { MCPLUG_DISABLE_KEEPALIVE: 'warm' } };
      const calls = Array.from({ length: 8 }, (_, at) =>
        stage.run(['call', 'warm.whoami'], at % 2 === 0 ? {} : alone),
      );
      for (const call of calls) {
        expect(await call).toMatchObject({ exit: 0, stdout: 'somebody we know\n' });
      }
      expect(authority.count('refresh_token')).toBe(1);
      await waitUntil(() => stage.log().includes('warm'));
      for (const token of authority.issued) expect(stage.log()).not.toContain(token);
      expect(stage.log()).not.toContain('seeded');
    },
  );
});
