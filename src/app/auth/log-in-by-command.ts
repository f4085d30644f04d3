// Lets a stdio server log in by itself: its own command, with the arguments its entry has for that.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import { loginFailure } from '../../oauth/login-failure.ts';
import { runDialog, type DialogOptions } from '../../platform/run-dialog.ts';
import { toUpstream } from '../servers/open-definition.ts';
import { noAddress } from './open-login.ts';

export interface CommandLoginOptions extends DialogOptions {
  readonly env: Environment;
  readonly timeoutMs: number;
}

/** Whether the entry has an `oauthCommand`, and a command to run with it. */
export function hasLoginCommand({ transport, auth }: ServerDefinition): boolean {
  return transport.kind === 'stdio' && auth?.commandArgs !== undefined;
}

/** What the login brings is kept by the server itself; we get to see nothing of it. */
export async function logInByCommand(
  definition: ServerDefinition,
  { env, timeoutMs, ...options }: CommandLoginOptions,
): Promise<void> {
  const { name, auth } = definition;
  const server = toUpstream(definition, env);
  if (server.kind !== 'stdio') throw noAddress(definition);
  const clock = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, clock]);
  const args = [...server.args, ...(auth?.commandArgs ?? [])];
  const failure = await runDialog({ ...server, args }, { ...options, signal });
  options.signal.throwIfAborted();
  if (clock.aborted && failure !== undefined) {
    const doing = 'waiting for the browser login of';
    const hint = 'Give it more time with --oauth-timeout';
    throw new PlugboardError('timeout', { what: name, afterMs: timeoutMs, doing }, { hint });
  }
  if (failure !== undefined) throw loginFailure(name, `its own login ${failure}`);
}
