// Starts a program by the shortest way: the version alone, a call through the daemon, or all of it.
import { VERSION } from '../src/core/version.ts';
import { printNow } from './print-now.ts';
import type { ProgramName } from './programs.ts';
import { warmCall } from './warm-call.ts';

export async function startProgram(name: ProgramName): Promise<void> {
  const argv = process.argv.slice(2);
  const [first] = argv;
  if (first === '--version' || first === '-V') return printNow('stdout', `${name} ${VERSION}\n`);
  const warm = await warmCall(name, argv);
  if (warm.isDone) {
    process.exitCode = warm.exitCode;
    return;
  }
  const { runByName } = await import('./programs.ts');
  await runByName(name, warm.stdin);
}
