// What a client of the served project sees of its registry: changes, errors, and large lists.
import { expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { startedStage } from '../stage.ts';
import { projectFolder, SCRIPT, write } from './stage.ts';

const PROJECT = { 'server.d/server.meta.json': {}, 'tools/a/tool.sh': SCRIPT };

verifies(
  'bash:registry:list-changed',
  'a client hears of a change, and of no other list',
  async () => {
    const root = await projectFolder(PROJECT);
    const { client } = await startedStage(root);
    const first = await client.ask('tools/list');
    expect(first.result).toMatchObject({ total: 1, tools: [{ name: 'a' }] });
    const told = client.next(({ method }) => method?.endsWith('/list_changed') ?? false);
    await write(root, { 'tools/b/tool.sh': SCRIPT });
    expect((await told).method).toBe('notifications/tools/list_changed');
    expect((await client.ask('tools/list')).result).toMatchObject({
      total: 2,
      tools: [{ name: 'a' }, { name: 'b' }],
      _meta: { 'mcpbash/total': 2 },
    });
  },
);

verifies(
  ['bash:register:json-invalid', 'bash:registry:max-bytes'],
  'every list fails with -32603 where the registry cannot be made',
  async () => {
    const invalid = await projectFolder({ ...PROJECT, 'server.d/register.json': '{' });
    const large = await projectFolder(PROJECT);
    const stages = [
      await startedStage(invalid),
      await startedStage(large, { MCPBASH_REGISTRY_MAX_BYTES: '10' }),
    ];
    for (const { client } of stages) {
      for (const method of ['tools/list', 'resources/list', 'prompts/list']) {
        expect((await client.ask(method)).error).toMatchObject({ code: -32_603 });
      }
      expect((await client.ask('ping')).result).toEqual({});
    }
  },
);
