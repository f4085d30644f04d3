// Looks at the first bytes of a script, to keep what is none from being run as one.
import { closeSync, openSync, readSync } from 'node:fs';
import { PlugboardError } from '../../core/errors.ts';

/** Read and looked at before anybody else can read. */
const HEAD = Buffer.alloc(256);

/**
 * The C library hands a text without `#!` to `sh`. On file systems where everything is executable
 * that would run any document; mcpd refuses such files, and so do we.
 */
export function refuseForeign(path: string): void {
  const head = readHead(path);
  if (head === undefined || head.includes(0)) return;
  const [line = ''] = head.toString().split('\n', 1);
  if (!line.startsWith('#!')) {
    throw refusal(
      `Cannot start ${path}: its first line does not name an interpreter`,
      'Add a first line such as #!/bin/sh; nothing may stand before #!',
    );
  }
  if (line.endsWith('\r')) {
    throw refusal(
      `Cannot start ${path}: the line end of Windows in its first line becomes part of the name`,
      'Save the file with Unix line ends',
    );
  }
}

function refusal(output: string, hint: string): PlugboardError {
  return new PlugboardError('tool_failed', { output }, { hint });
}

/** Absent where we may run the file but not read it, or it is gone: starting it will tell. */
function readHead(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    return HEAD.subarray(0, readSync(file, HEAD));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
