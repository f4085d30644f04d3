// Shows an address in the user's browser.
import { spawn } from 'node:child_process';
import { childBaseEnv, type Environment } from './env.ts';

/** Whether a browser could be started; what becomes of it is not our business. */
export function openBrowser(url: string, env: Environment): Promise<boolean> {
  const [command, ...args] = browserCommand(url, env['BROWSER']);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: childBaseEnv(env),
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function browserCommand(url: string, chosen: string | undefined): readonly [string, ...string[]] {
  if (chosen) return [chosen, url];
  if (process.platform === 'darwin') return ['open', url];
  // `start` would read an ampersand in the address as the end of the command.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
