// The list of commands, each loaded only when it is asked for.
import type { Command } from './command.ts';

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  call: async () => (await import('./commands/call.ts')).call,
  validate: async () => (await import('./commands/validate.ts')).validate,
  init: async () => (await import('./commands/init.ts')).init,
};
