// Asks the system whether a process lives, also one of somebody else.
import { errnoOf } from './errno.ts';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errnoOf(thrown) === 'EPERM';
  }
}
