// Names for servers nobody named.
import { expect, test } from 'vitest';
import { nameOfCommand, nameOfUrl } from './ad-hoc-name.ts';

test.each([
  ['https://mcp.example.com/mcp', 'mcp-example-com'],
  ['https://www.example.com/sse', 'example-com'],
  ['https://example.com/tools/search', 'example-com-search'],
  ['http://127.0.0.1:1995/mcp', '127-0-0-1'],
  ['http://[::1]:1995/', '1'],
])('%s is called %s', (url, name) => {
  expect(nameOfUrl(url)).toBe(name);
});

test.each([
  ['npx -y some-mcp-server', 'some-mcp-server'],
  ['npx -y @scope/server-time@1.2.3 --utc', 'server-time'],
  ['uvx mcp-server-git', 'mcp-server-git'],
  ['uv tool run mcp-server-git', 'mcp-server-git'],
  ['node ./build/tools.mjs', 'tools'],
  ['/usr/bin/python3 -m my_server', 'my_server'],
  ['./bin/greeter --port 1', 'greeter'],
  ['env A=1 B=2 greeter', 'greeter'],
  ['node', 'node'],
  ['', 'server'],
])('%s is called %s', (line, name) => {
  expect(nameOfCommand(line.split(' ').filter(Boolean))).toBe(name);
});
