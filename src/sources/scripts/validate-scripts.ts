// Says everything that is wrong with a directory of scripts, and how to mend it.
import { resolve } from 'node:path';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import { turnstile } from '../../core/wrappers/limited.ts';
import { describeScript } from './describe-script.ts';
import { discover, type Discovery, type FoundScript, type IgnoredEntry } from './discover.ts';
import type { Finding } from './finding.ts';
import { SCRIPT_LIMITS } from './limits.ts';
import { scriptRunner, type ConfigEnv, type RunScript } from './run-script.ts';
import { toScript } from './script.ts';
import { readState } from './state-resources.ts';

export interface ScriptFinding extends Finding {
  /** The tool's name, or the path of what could not become one. */
  readonly script: string;
}

export interface ValidateOptions {
  readonly configEnv?: ConfigEnv;
  readonly signal?: AbortSignal;
}

const MAX_CONCURRENT = SCRIPT_LIMITS.maxConcurrent.value;
const MAX_STATE_BYTES = SCRIPT_LIMITS.maxOutputBytes.value;

/** Runs `--help` of every script, and `--state` of those that have it; nothing is called. */
export async function validateScripts(
  root: string,
  options: ValidateOptions = {},
): Promise<readonly ScriptFinding[]> {
  const found = await discover(resolve(root));
  if (!found) {
    const hint = 'Name an existing directory';
    throw new PlugboardError('not_found', { kind: 'source', name: root }, { hint });
  }
  const run = scriptRunner(options.configEnv ?? (() => ({})));
  const signal = options.signal ?? new AbortController().signal;
  const gate = turnstile(MAX_CONCURRENT);
  const checked = await Promise.all(
    found.scripts.map(async (script) => {
      const leave = await gate(signal);
      const findings = await checkScript(script, run, signal).finally(leave);
      return findings.map((finding) => ({ script: script.name, ...finding }));
    }),
  );
  return [...fromDiscovery(found), ...checked.flat()];
}

async function checkScript(
  script: FoundScript,
  run: RunScript,
  signal: AbortSignal,
): Promise<Finding[]> {
  try {
    const { metadata, findings } = await describeScript(script, run, signal);
    const isUsable = findings.every(({ severity }) => severity !== 'error');
    if (!isUsable || !metadata.hasState) return [...findings];
    const read = { script: toScript(script, metadata), run, maxOutputBytes: MAX_STATE_BYTES };
    return [...findings, ...(await checkState({ ...read, closing: signal }))];
  } catch (thrown) {
    signal.throwIfAborted();
    return [toFinding(thrown, 'let the script answer --help')];
  }
}

async function checkState(read: Parameters<typeof readState>[0]): Promise<Finding[]> {
  try {
    const { contents } = await readState(read, localContext());
    if (contents[0]?.mimeType === 'application/json') return [];
    const message = '--state prints text that is not JSON; clients get it as plain text';
    return [{ severity: 'note', message, mend: 'Print the state as JSON' }];
  } catch (thrown) {
    read.closing.throwIfAborted();
    const mend = 'Let the script print its state and exit 0 when its first argument is --state';
    return [toFinding(thrown, mend)];
  }
}

function toFinding(thrown: unknown, mend: string): Finding {
  const error = toPlugboardError(thrown);
  return { severity: 'error', message: error.message, mend: error.hint ?? mend };
}

const IGNORED: Readonly<Record<IgnoredEntry['why'], Finding>> = {
  'not-executable': {
    severity: 'note',
    message: 'is not executable and is ignored',
    mend: 'Run chmod +x on the file if it is a script',
  },
  'too-deep': {
    severity: 'warning',
    message: `lies deeper than ${SCRIPT_LIMITS.maxLevels.value} levels; nothing in it is listed`,
    mend: 'Move its scripts up',
  },
  loop: {
    severity: 'warning',
    message: 'is a link to a directory above it and is not entered',
    mend: 'Remove the link',
  },
};

function fromDiscovery({ problems, ignored }: Discovery): ScriptFinding[] {
  return [
    ...problems.map(({ subject, error }) => ({ script: subject, ...toFinding(error, '') })),
    ...ignored.map(({ name, why }) => ({ script: name, ...IGNORED[why] })),
  ];
}
