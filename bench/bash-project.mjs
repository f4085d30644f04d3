// Writes mcp-bash projects with many tools.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const metaPath = (root, at) => join(root, 'tools', `greet-${at}`, 'tool.meta.json');

export function metaText(at, description = 'Greets whoever is named, once or several times') {
  const name = { type: 'string', description: 'Whom to greet', minLength: 1 };
  const times = { type: 'integer', description: 'How often', minimum: 1, maximum: 10 };
  const inputSchema = { type: 'object', properties: { name, times }, required: ['name'] };
  return JSON.stringify(
    { name: `greet-${at}`, description, inputSchema, timeoutSecs: 10 },
    undefined,
    2,
  );
}

const SCRIPT = `#!/usr/bin/env bash
set -euo pipefail
source "\${MCP_SDK}/tool-sdk.sh"
mcp_emit_text "Hello $(mcp_args_get .name)"
`;

export function writeBashProject(root, count) {
  mkdirSync(join(root, 'server.d'), { recursive: true });
  writeFileSync(join(root, 'server.d', 'server.meta.json'), '{"name":"bench"}');
  for (let at = 0; at < count; at += 1) {
    mkdirSync(join(root, 'tools', `greet-${at}`), { recursive: true });
    writeFileSync(join(root, 'tools', `greet-${at}`, 'tool.sh'), SCRIPT, { mode: 0o755 });
    writeFileSync(metaPath(root, at), metaText(at));
  }
}
