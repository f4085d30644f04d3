// How long a server lives: what its entry says, unless a variable overrules it.
import type { Environment } from '../platform/env.ts';
import type { LifecycleDefinition, ServerDefinition } from './server-definition.ts';

/** Two variables overrule the file; the one that keeps alive is the stronger. */
export function overrideLifecycle(
  { name, lifecycle }: ServerDefinition,
  env: Environment,
): LifecycleDefinition {
  if (names(env['MCPLUG_KEEPALIVE'], name)) return { ...lifecycle, mode: 'keep-alive' };
  if (names(env['MCPLUG_DISABLE_KEEPALIVE'], name)) return { ...lifecycle, mode: 'ephemeral' };
  return lifecycle;
}

/** A list with commas; `*` is every server. */
function names(list: string | undefined, name: string): boolean {
  const words = (list ?? '').split(',').map((word) => word.trim());
  return words.includes(name) || words.includes('*');
}
