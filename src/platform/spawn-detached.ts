// Starts a program that outlives us: in a session of its own, with nothing of ours but one file for stderr.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface DetachedOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Where its stderr is appended. */
  readonly stderrFile: string;
}

/** Resolves with words about its end, should we live to see it; nobody is kept alive by waiting. */
export function spawnDetached(command: string, options: DetachedOptions): Promise<string> {
  const stderr = openSync(options.stderrFile, 'a', 0o600);
  try {
    const child = spawn(command, options.args, {
      env: options.env,
      cwd: options.cwd,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'ignore', stderr],
    });
    child.unref();
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
      child.once('exit', (code, signal) =>
        resolve(signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`),
      );
    });
  } finally {
    closeSync(stderr);
  }
}
