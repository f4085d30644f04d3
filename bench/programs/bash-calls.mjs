// Calls a bash tool by turns bare and through ours: `node bash-calls.mjs <project> <effort>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBash } from 'plugboard';
import { openRequests, printTurns } from './calls-by-turns.mjs';

const [, , project, effort] = process.argv;
const TOOL = 'hello';
const ARGS = { name: 'Ann' };

/** What a call through ours finds in its environment; files of a call are empty here too. */
async function environmentOf(request) {
  const probe = join(project, 'tools', 'probe');
  mkdirSync(probe);
  writeFileSync(join(probe, 'tool.sh'), '#!/usr/bin/env bash\nenv -0 | base64 -w0\n', {
    mode: 0o755,
  });
  writeFileSync(join(probe, 'tool.meta.json'), '{"name":"probe","description":"Tells"}');
  const result = await request('tools/call', { name: 'probe', arguments: ARGS });
  const text = Buffer.from(result.content[0].text, 'base64').toString();
  const env = Object.fromEntries(
    text
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split(/=(.*)/su)),
  );
  const folder = join(project, 'files');
  mkdirSync(folder);
  for (const name of [
    'MCP_TOOL_ERROR_FILE',
    'MCP_TOOL_RESOURCES_FILE',
    'MCP_PROGRESS_STREAM',
    'MCP_LOG_STREAM',
  ]) {
    env[name] = join(folder, name);
    writeFileSync(env[name], '');
  }
  return env;
}

/** The least there is: a group of its own, both pipes collected. */
function bareCaller(env) {
  return async () => {
    const child = spawn(join(project, 'tools', TOOL, 'tool.sh'), [], {
      detached: true,
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.resume();
    await once(child, 'close');
    return Buffer.concat(chunks).toString();
  };
}

const request = await openRequests(await openBash(project));
const callOurs = async () => {
  const result = await request('tools/call', { name: TOOL, arguments: ARGS });
  return result.content[0].text;
};
const callBare = bareCaller(await environmentOf(request));

await printTurns({ bare: callBare, plugboard: callOurs }, JSON.parse(effort));
