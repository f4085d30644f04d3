// A tool's own configuration.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, quoted } from './call-tool.ts';

async function configFolder(): Promise<string> {
  const folder = await tempFolder();
  await writeFile(
    join(folder, 'example.json'),
    '{ "a": "example", "b": "example", "n": {"x": 1} }',
  );
  await writeFile(join(folder, 'file.json'), '{"b":"file","n":{"y":2},"off":false}\n');
  await writeFile(join(folder, 'other.json'), '{"c":"other"}');
  await writeFile(join(folder, 'broken.json'), '{"a":');
  return folder;
}

describe('[bash-sdk:config:load] mcp_config_load', () => {
  test('merges defaults, example, file and environment, key by key', async () => {
    const folder = await configFolder();
    const body = `mcp_config_load --env MY_CONFIG --file ${folder}/file.json \
      --example ${folder}/example.json --defaults '{"a":"default","d":"default"}'
      bash -c 'printf %s "$MCP_CONFIG_JSON"'`;
    const call = await callTool(body, { env: { MY_CONFIG: ' {"c": "environment"}' } });
    expect(call).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(call.stdout)).toEqual({
      a: 'example',
      d: 'default',
      b: 'file',
      n: { y: 2 },
      off: false,
      c: 'environment',
    });
  });

  test('takes a path from the environment', async () => {
    const folder = await configFolder();
    const env = { MY_CONFIG: `${folder}/other.json` };
    const body = 'mcp_config_load --env MY_CONFIG; printf %s "$MCP_CONFIG_JSON"';
    expect((await callTool(body, { env })).stdout).toBe('{"c":"other"}');
  });

  test('is status 1 where there is nothing', async () => {
    const body = 'mcp_config_load --env UNSET --file /nonexistent --example "" || echo "rc=$?"';
    expect(await callTool(body)).toMatchObject({ exit: 0, stdout: 'rc=1\n', stderr: '' });
  });

  test('reports and leaves out what is no JSON object', async () => {
    const folder = await configFolder();
    const body = `mcp_config_load --file ${folder}/broken.json --defaults '{"a":1}' --env BAD
      printf %s "$MCP_CONFIG_JSON"`;
    const call = await callTool(body, { env: { BAD: 'nonsense' } });
    expect(call.stdout).toBe('{"a":1}');
    expect(call.stderr).toContain('broken.json is not a JSON object, left out');
    expect(call.stderr).toContain('BAD holds neither');
  });
});

describe('[bash-sdk:config:get] mcp_config_get', () => {
  const env = { MCP_CONFIG_JSON: '{"name":"x","off":false,"nil":null,"deep":{"list":[1]},"e":""}' };

  test.each([
    ['.name', 'x\n', 0],
    ['.off', 'false\n', 0],
    ['.e', '\n', 0],
    ['.deep.list', '[1]\n', 0],
    ['.deep.list | length', '1\n', 0],
    ['.nil', '', 1],
    ['.missing.too', '', 1],
    ['.missing --default "a b"', 'a b\n', 0],
    ['.off --default true', 'false\n', 0],
    ['.deep.list[7] --default none', 'none\n', 0],
  ])('%s', async (words, stdout, status) => {
    const [filter = '', fallback] = words.split(' --default ');
    const option = fallback === undefined ? '' : `--default ${fallback}`;
    const body = `mcp_config_get ${quoted(filter)} ${option} || exit $?`;
    expect(await callTool(body, { env })).toMatchObject({ exit: status, stdout });
  });

  test('is status 1 without a configuration', async () => {
    expect((await callTool('mcp_config_get .a || echo "rc=$?"')).stdout).toBe('rc=1\n');
  });
});
