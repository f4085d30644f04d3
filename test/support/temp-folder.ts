// A folder of its own for a test, removed with the test.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by name; those that begin with `#!` are executable. */
export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await tempFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    if (text.startsWith('#!')) await chmod(file, 0o755);
  }
  return folder;
}

/** A shell script that is a tool: its options, and what it does when called. */
export function shellTool(body: string, options: object = {}, metadata: object = {}): string {
  const help = JSON.stringify({ description: 'A tool for tests.', ...metadata });
  return `#!/bin/sh
if [ "$1" = "--help" ]; then
  echo '${help}'
  echo '${JSON.stringify(options)}' >&2
  exit 0
fi
${body}
`;
}
