// What the process hands to every command.
import type { Environment } from '../platform/env.ts';
import type { OpenServers } from '../app/servers/open-servers.ts';
import type { Io } from './io.ts';

export interface Deps {
  readonly io: Io;
  /** Relative paths of the command line start here. */
  readonly cwd: string;
  /** Aborts on Ctrl-C and on a request to terminate. */
  readonly signal: AbortSignal;
  /** The environment of whoever asks; no command reads another. */
  readonly env: Environment;
  readonly home: string;
  /** Handed in, so that a daemon can lend the servers it keeps warm. */
  readonly openServers: OpenServers;
  /** The process ends with the command, and nobody need wait for what ends after it. */
  readonly isWholeProcess?: boolean;
  /** Takes secrets out of what `--verbose` shows; absent without it. */
  readonly hideSecrets?: (text: string) => string;
  /** Does what Ctrl-C does, where the key reaches us as a character; absent where it cannot. */
  readonly interrupt?: () => void;
  /** How the user called us; default `plugboard`. */
  readonly program?: string;
}
