// Writes a mcp-bash project with one tool that sources the SDK and reads two arguments.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOL = `#!/usr/bin/env bash
set -euo pipefail
source "\${MCP_SDK}/tool-sdk.sh"
name=$(mcp_args_get '.name // "world"')
mark=$(mcp_args_get '.mark // "."')
mcp_emit_text "Hello \${name}\${mark}"
`;

export function writeBashTool(folder) {
  const tool = join(folder, 'tools', 'hello');
  mkdirSync(tool, { recursive: true });
  mkdirSync(join(folder, 'server.d'), { recursive: true });
  const meta = { name: 'hello', description: 'Greets whoever is named' };
  const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
  writeFileSync(join(folder, 'server.d', 'server.meta.json'), '{"name":"bench"}');
  writeFileSync(join(tool, 'tool.sh'), TOOL, { mode: 0o755 });
  writeFileSync(join(tool, 'tool.meta.json'), JSON.stringify({ ...meta, inputSchema }));
  return folder;
}
