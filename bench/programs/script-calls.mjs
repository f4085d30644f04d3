// Calls a script by turns bare and through ours: `node script-calls.mjs <folder> <effort>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openScripts } from 'plugboard';
import { openRequests, printTurns } from './calls-by-turns.mjs';

const [, , folder, effort] = process.argv;
const SCRIPT = 'greet';
const ARGS = { name: 'world', times: 1 };

/** The least there is: a group of its own, JSON on stdin, both pipes collected. */
async function callBare() {
  const child = spawn(join(folder, SCRIPT), [], { detached: true, stdio: 'pipe' });
  const stdout = [];
  const stderr = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  child.stderr.on('data', (chunk) => stderr.push(chunk));
  child.stdin.end(JSON.stringify(ARGS));
  await once(child, 'close');
  Buffer.concat(stderr);
  return Buffer.concat(stdout).toString();
}

const request = await openRequests(await openScripts(folder, { cache: false }));
const callOurs = async () => {
  const result = await request('tools/call', { name: SCRIPT, arguments: ARGS });
  return result.content[0].text;
};

await printTurns({ bare: callBare, plugboard: callOurs }, JSON.parse(effort));
