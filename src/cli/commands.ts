// The list of commands, each loaded only when it is asked for.
import type { Command } from './command.ts';

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./commands/list.ts')).list,
  serve: async () => (await import('./commands/serve.ts')).serve,
  call: async () => (await import('./commands/call.ts')).call,
  resource: async () => (await import('./commands/resource.ts')).resource,
  prompt: async () => (await import('./commands/prompt.ts')).prompt,
  complete: async () => (await import('./commands/complete.ts')).complete,
  auth: async () => (await import('./commands/auth.ts')).auth,
  config: async () => (await import('./commands/config.ts')).config,
  daemon: async () => (await import('./commands/daemon.ts')).daemon,
  'emit-ts': async () => (await import('./commands/emit-ts.ts')).emitTsCommand,
  'emit-rs': async () => (await import('./commands/emit-rs.ts')).emitRs,
  'generate-cli': async () => (await import('./commands/generate-cli.ts')).generateCli,
  'inspect-cli': async () => (await import('./commands/inspect-cli.ts')).inspectCli,
  completion: async () => (await import('./commands/completion.ts')).completionFor(COMMANDS),
  validate: async () => (await import('./commands/validate.ts')).validate,
  init: async () => (await import('./commands/init.ts')).init,
};
