// Clients of others' making against the built program, on stdio and on HTTP, in old and new revisions.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { Peer, Route } from '../interop/peer.ts';
import { openSdkV1 } from '../interop/sdk-v1-peer.ts';
import { openSdkV2 } from '../interop/sdk-v2-peer.ts';
import { PROGRAM } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';
import { bashProject } from './stage.ts';

const BIN = PROGRAM.replace('plugboard.js', 'mcp-bash.js');

const FILES = {
  'resources/note.txt': 'a note',
  'resources/note.meta.json': JSON.stringify({
    name: 'note',
    description: 'A note.',
    uri: 'file://./note.txt',
    mimeType: 'text/plain',
  }),
  'prompts/greet.txt': 'Greet {{who}}!',
  'prompts/greet.meta.json': JSON.stringify({
    name: 'greet',
    description: 'Greets.',
    path: 'greet.txt',
    arguments: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  }),
};

const TOOLS = {
  hello:
    'mcp_progress 50 "half"; mcp_log_info l "noted"; sleep 0.2; mcp_emit_text "Hello $(mcp_args_get .name)"',
  asks: 'mcp_elicit_string "Who?" username',
  fails: 'echo no >&2; exit 2',
};

async function stdioRoute(): Promise<Route> {
  const root = await bashProject(TOOLS, FILES);
  return { kind: 'stdio', command: process.execPath, args: [BIN, '--project-root', root] };
}

async function httpRoute(): Promise<Route> {
  const root = await bashProject(TOOLS, FILES);
  const argv = [BIN, 'server', '--http', '--port', '0', '--project-root', root];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  for await (const line of createInterface(child.stderr)) {
    const url = /on (http:\S+)$/u.exec(line)?.[1];
    if (url !== undefined) return { kind: 'http', url: new URL(url) };
  }
  throw new Error('the server ended early');
}

const CLIENTS: readonly (readonly [string, (route: Route) => Promise<Peer>])[] = [
  ['SDK v1', (route) => openSdkV1(route, '2025-06-18')],
  ['SDK v2, legacy', (route) => openSdkV2(route, { mode: 'legacy', legacyRevision: '2025-11-25' })],
  ['SDK v2, modern', (route) => openSdkV2(route, { mode: { pin: '2026-07-28' } })],
];

for (const [name, open] of CLIENTS) {
  for (const [via, toRoute] of [
    ['stdio', stdioRoute],
    ['http', httpRoute],
  ] as const) {
    verifies('mcp-bash:protocol:interop', `${name} over ${via}`, async () => {
      await using peer = await open(await toRoute());
      expect(peer.serverName).toBe('stage');
      expect(await peer.toolNames()).toEqual(['asks', 'fails', 'hello']);
      const progress: number[] = [];
      const wishes = { onProgress: (at: number) => void progress.push(at) };
      const called = await peer.call('hello', { name: 'Ann' }, wishes);
      expect(called).toEqual({ text: 'Hello Ann', isError: false });
      // A client of the new revision counts the rounds of questions too.
      expect(progress).toContain(50);
      expect((await peer.call('asks')).text).toContain('"username":"ada"');
      expect(await peer.call('fails')).toEqual({ text: 'no', isError: true });
      const [uri = ''] = await peer.resourceUris();
      expect(await peer.read(uri)).toBe('a note');
      expect(await peer.promptNames()).toEqual(['greet']);
      expect(await peer.prompt('greet', { who: 'Ann' })).toBe('Greet Ann!');
    });
  }
}
