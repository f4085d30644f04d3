// The mcp-bash source keeps the contract of a source.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBash } from '../../src/sources/bash/open-bash.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { describeSource, removedWith, type SourceUnderTest } from './describe-source.ts';

async function bashStage(): Promise<SourceUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'plugboard-contract-'));
  const mark = newMark();
  const add = async (name: string, body: string, properties = {}) => {
    const folder = join(root, 'tools', name);
    await mkdir(folder, { recursive: true });
    const inputSchema = { type: 'object', properties, required: Object.keys(properties) };
    const meta = { name, description: 'A tool for tests.', inputSchema };
    await writeFile(join(folder, 'tool.sh'), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
    await writeFile(join(folder, 'tool.meta.json'), JSON.stringify(meta));
  };
  const sdk = 'source "${MCP_SDK}/tool-sdk.sh"';
  const echo =
    'text=$(mcp_args_get .text; printf x); text=${text%x}; mcp_emit_text "${text%$\'\\n\'}"';
  await add('echo', `${sdk}\n${echo}`, { text: { type: 'string' } });
  await add('wait', `exec sh -c 'while :; do sleep 1; done' ${mark}`);
  const source = await openBash(root, { env: { PATH: process.env['PATH'] } });
  return {
    source: removedWith(source, root),
    echo: 'echo',
    wait: 'wait',
    running: () => countMarked(mark),
    change: () => add('new', 'echo new'),
  };
}

describeSource('mcp-bash', bashStage);
