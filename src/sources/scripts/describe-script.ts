// Asks a script what it is: runs `--help` once, within limits, and reads the answer.
import { basename } from 'node:path';
import { amendedError } from '../../core/amended-error.ts';
import { PlugboardError, toPlugboardError, type ErrorCode } from '../../core/errors.ts';
import type { FoundScript } from './discover.ts';
import { toExit } from './exit-meaning.ts';
import type { Finding } from './finding.ts';
import { parseHelp, type ScriptMetadata } from './help-metadata.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { SCRIPT_LIMITS } from './limits.ts';
import type { RunScript } from './run-script.ts';

const HELP_TIMEOUT_MS = SCRIPT_LIMITS.helpMs.value;
const MAX_HELP_BYTES = SCRIPT_LIMITS.maxHelpBytes.value;

export interface Description {
  readonly metadata: ScriptMetadata;
  readonly findings: readonly Finding[];
}

/** The way out of each way `--help` can fail; a script that did not start brings its own. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  timeout: 'Answer --help before doing anything else, and wait for nothing',
  too_large: 'Print one short JSON object on stdout and one on stderr',
};

/** Throws where the script gives no answer at all; what is wrong with an answer is in the findings. */
export async function describeScript(
  script: FoundScript,
  run: RunScript,
  signal: AbortSignal,
): Promise<Description> {
  const stderr: Buffer[] = [];
  let stderrBytes = 0;
  try {
    refuseForeign(script.path);
    const end = await run(script.path, {
      args: ['--help'],
      what: `${script.name} --help`,
      timeoutMs: HELP_TIMEOUT_MS,
      maxOutputBytes: MAX_HELP_BYTES,
      signals: [signal],
      onStderr: (chunk) => {
        stderrBytes += chunk.length;
        if (stderrBytes <= MAX_HELP_BYTES) stderr.push(chunk);
      },
    });
    if (stderrBytes > MAX_HELP_BYTES) {
      throw new PlugboardError('too_large', { limitBytes: MAX_HELP_BYTES });
    }
    const text = Buffer.concat(stderr).toString();
    const exit = toExit(end);
    if (exit.code !== 0) throw refusal(exit.words, text);
    return parseHelp({ name: basename(script.name), stdout: end.stdout.toString(), stderr: text });
  } catch (thrown) {
    throw withHint(toPlugboardError(thrown));
  }
}

const SHOWN_CHARS = 200;

function refusal(words: string, stderr: string): PlugboardError {
  const said = stderr.trim().slice(-SHOWN_CHARS);
  const output = `--help ended with ${words}${said === '' ? '' : `: ${said}`}`;
  const hint = 'Let the script print its metadata and exit 0 when its first argument is --help';
  return new PlugboardError('tool_failed', { output }, { hint });
}

function withHint(error: PlugboardError): PlugboardError {
  const hint = HINTS[error.code];
  return error.hint !== undefined || hint === undefined ? error : amendedError(error, { hint });
}
