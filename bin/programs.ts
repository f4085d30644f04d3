// Every program as a process, loaded when it is asked for; the short ways need none of it.
import { runAsProcess } from './run-as-process.ts';

const MAINS = {
  plugboard: async () => (await import('../src/cli/main.ts')).main,
  mcplug: async () => (await import('../src/cli/mcplug/main.ts')).mcplugMain,
  mcix: async () => (await import('../src/cli/mcix/main.ts')).mcixMain,
  mcpd: async () => (await import('../src/cli/mcpd/main.ts')).mcpdMain,
  'mcp-bash': async () => (await import('../src/cli/mcp-bash/main.ts')).mcpBashMain,
} as const;

export type ProgramName = keyof typeof MAINS;

/** `stdinRead` is what was taken from stdin before. */
export async function runByName(name: ProgramName, stdinRead?: Buffer): Promise<void> {
  await runAsProcess(await MAINS[name](), stdinRead);
}

export async function runDaemonProcess(): Promise<void> {
  const { daemonProcess } = await import('./daemon-process.ts');
  await daemonProcess();
}

export async function runHttpsProviderProcess(): Promise<void> {
  const { httpsProviderProcess } = await import('./https-provider-process.ts');
  await httpsProviderProcess();
}
