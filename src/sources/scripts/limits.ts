// What users of scripts can run into, in one table; how patient we are inside stands where we wait.

export const SCRIPT_LIMITS = {
  callMs: { value: 300_000, doc: 'A call; `--script-timeout` changes it, 0 lifts it' },
  helpMs: { value: 10_000, doc: 'An answer to `--help`' },
  stateMs: { value: 30_000, doc: 'An answer to `--state`' },
  maxConcurrent: { value: 16, doc: 'Scripts running at once; `--max-concurrent` changes it' },
  maxOutputBytes: { value: 10_485_760, doc: 'Output of one call; more of it is an error' },
  maxHelpBytes: { value: 1_048_576, doc: 'Each of the two outputs of `--help`' },
  maxLogBytes: {
    value: 4_194_304,
    doc: 'Log messages of one call; the rest of stderr is not sent',
  },
  maxLevels: { value: 5, doc: 'Levels of directories a script may lie in, the root counted' },
  stderrTailBytes: { value: 4_096, doc: 'The end of stderr that goes into `_meta.stderr`' },
} as const;
