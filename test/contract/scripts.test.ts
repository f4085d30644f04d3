// A directory of scripts keeps the contract of a source, bare and wrapped as the program wraps it.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { shellTool } from '../support/temp-folder.ts';
import { describeSource, removedWith, type SourceUnderTest } from './describe-source.ts';

async function scriptsStage(wrap: (source: ToolSource) => ToolSource): Promise<SourceUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'plugboard-contract-'));
  const mark = newMark();
  const add = (name: string, text: string) => writeFile(join(root, name), text, { mode: 0o755 });
  const text = { required: true, value_type: 'string' };
  await add('echo', shellTool('printf "%s" "$text"', { text }));
  await add('wait', shellTool(`exec sh -c 'while :; do sleep 1; done' ${mark}`));
  const scripts = await openScripts(root, { cache: false });
  const source = wrap(scripts);
  return {
    source: removedWith(source, root),
    echo: 'echo',
    wait: 'wait',
    running: () => countMarked(mark),
    change: () => add('new', shellTool('echo new')),
  };
}

describeSource('scripts', () => scriptsStage((source) => source));
describeSource('scripts behind a validator', () =>
  scriptsStage((source) => validated(source, compileSchema)),
);
