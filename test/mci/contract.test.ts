// An MCI schema keeps the contract of a source, checking arguments itself or behind a validator.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { openMci, type MciOptions } from '../../src/sources/mci/open-mci.ts';
import { describeSource, removedWith, type SourceUnderTest } from '../contract/describe-source.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { toText } from './support/project.ts';

const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execution: { type: 'text', text: '{{props.text}}' },
};

interface Staging {
  readonly options?: MciOptions;
  readonly wrap?: (source: ToolSource) => ToolSource;
}

async function mciStage({ options, wrap = (source) => source }: Staging): Promise<SourceUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-contract-'));
  const mark = newMark();
  const script = ['-c', 'while :; do sleep 1; done', mark];
  const wait = { name: 'wait', execution: { type: 'cli', command: 'sh', args: script } };
  const file = join(folder, 'tools.mci.json');
  const write = (...more: object[]) => writeFile(file, toText({ tools: [ECHO, wait, ...more] }));
  await write();
  const source = wrap(await openMci(file, { env: {}, ...options }));
  return {
    source: removedWith(source, folder),
    echo: 'echo',
    wait: 'wait',
    running: () => countMarked(mark),
    change: () => write({ ...ECHO, name: 'new' }),
  };
}

describeSource('mci', () => mciStage({ options: { compile: compileSchema } }));
describeSource('mci behind a validator', () =>
  mciStage({ wrap: (source) => validated(source, compileSchema) }),
);
