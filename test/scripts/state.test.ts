// The state of scripts as resources: listed, read, and followed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPlugboardError } from '../../src/core/errors.ts';
import { localContext } from '../../src/core/local-context.ts';
import { shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { stageWith, type Stage } from './stage.ts';

/** Prints this for --state, and "called" otherwise. */
function stateful(state: string, metadata: object = {}): string {
  const body = `if [ "$1" = "--state" ]; then\n${state}\nexit 0\nfi\necho called`;
  return shellTool(body, {}, { state: true, ...metadata });
}

const failureOf = (stage: Stage, uri: string) =>
  stage.read(uri).then(
    () => undefined,
    (thrown: unknown) => toPlugboardError(thrown),
  );

async function updatesOf(stage: Stage, uri: string) {
  const seen = { count: 0 };
  const onUpdate = () => {
    seen.count += 1;
  };
  const subscription = await stage.source.resources?.subscribe?.(uri, onUpdate, localContext());
  return { seen, end: () => subscription?.[Symbol.asyncDispose]() };
}

describe('the list', () => {
  verifies(
    [
      'scripts:state:resource-uri-format',
      'scripts:state:path-relative-to-root',
      'scripts:state:example-utils-counter',
      'mcpd:keep:state-uris',
    ],
    'names each script with state by its path',
    async () => {
      const stage = await stageWith({
        'utils/counter': stateful('echo 1', { title: 'Counter', description: 'Counts' }),
        other: shellTool('echo'),
      });
      const listing = await stage.source.resources?.list(localContext());
      expect(listing).toEqual({
        items: [
          {
            uri: 'mcpd://utils/counter/state',
            name: 'counter',
            title: 'Counter',
            description: 'Counts',
            mimeType: 'application/json',
          },
        ],
        problems: [],
      });
      expect(await stage.source.resources?.list(localContext())).toBe(listing);
      expect(await stage.source.resources?.templates(localContext())).toEqual({
        items: [],
        problems: [],
      });
    },
  );

  it('encodes what a URI cannot hold, and both spellings can be read', async () => {
    const stage = await stageWith({ 'a b/c#d?e': stateful('echo 1') });
    const listing = await stage.source.resources?.list(localContext());
    const uri = 'mcpd://a%20b/c%23d%3Fe/state';
    expect(listing?.items.map((resource) => resource.uri)).toEqual([uri]);
    expect(await stage.read(uri)).toMatchObject({ uri, text: '1' });
    expect(await stage.read('mcpd://a b/c#d?e/state')).toMatchObject({ uri, text: '1' });
  });
});

describe('reading', () => {
  verifies(
    [
      'scripts:state:handles-state-flag',
      'scripts:state:example-count-42',
      'scripts:state:stdout-json',
      'scripts:state:exit-0-success',
    ],
    'hands JSON on as it was printed',
    async () => {
      const json = '{"count": 42, "last_updated": "2024-01-01T00:00:00Z"}';
      const stage = await stageWith({ counter: stateful(`echo '${json}'`) });
      expect(await stage.read('mcpd://counter/state')).toEqual({
        uri: 'mcpd://counter/state',
        mimeType: 'application/json',
        text: json,
      });
    },
  );

  verifies('scripts:state:any-text-accepted', 'takes any text as text', async () => {
    const stage = await stageWith({ tool: stateful('echo "idle since noon"') });
    expect(await stage.read('mcpd://tool/state')).toEqual({
      uri: 'mcpd://tool/state',
      mimeType: 'text/plain',
      text: 'idle since noon',
    });
  });

  verifies('scripts:state:stdin-is-empty', 'gives the script an empty stdin', async () => {
    const stage = await stageWith({ tool: stateful('wc -c | tr -d " "') });
    expect((await stage.read('mcpd://tool/state')).text).toBe('0');
  });

  verifies('scripts:state:stderr-logging', 'sends its log lines on', async () => {
    const stage = await stageWith({ tool: stateful('echo "WARNING stale" >&2; echo 1') });
    await stage.read('mcpd://tool/state');
    expect(stage.logs).toEqual([{ level: 'warning', data: 'stale', logger: 'tool' }]);
  });

  verifies('scripts:state:exit-non-zero-error', 'fails with the script', async () => {
    const stage = await stageWith({ tool: stateful('echo "no database" >&2; exit 3') });
    expect(await failureOf(stage, 'mcpd://tool/state')).toMatchObject({
      code: 'tool_failed',
      wire: -32603,
      message: 'tool --state: exit code 3 (forbidden): no database',
    });
  });

  it.each(['mcpd://unknown/state', 'mcpd://plain/state', 'http://tool/state', 'mcpd://tool', ''])(
    'refuses %j',
    async (uri) => {
      const stage = await stageWith({ plain: shellTool('echo'), tool: stateful('echo 1') });
      expect(await failureOf(stage, uri)).toMatchObject({
        code: 'not_found',
        facts: { kind: 'resource', name: uri, available: ['mcpd://tool/state'] },
      });
    },
  );
});

describe('following', () => {
  it('tells after each call, also one that failed', async () => {
    const body = 'if [ "$1" = "--state" ]; then echo 1; exit 0; fi; exit 2';
    const stage = await stageWith({
      good: stateful('echo 1'),
      bad: shellTool(body, {}, { state: true }),
    });
    const good = await updatesOf(stage, 'mcpd://good/state');
    const bad = await updatesOf(stage, 'mcpd://bad/state');
    await stage.call('good');
    await stage.call('bad');
    await stage.call('good');
    expect([good.seen.count, bad.seen.count]).toEqual([2, 1]);
    await good.end();
    await stage.call('good');
    expect(good.seen.count).toBe(2);
  });

  it('tells when the script itself changes', async () => {
    const stage = await stageWith({ tool: stateful('echo 1') });
    const { seen } = await updatesOf(stage, 'mcpd://tool/state');
    await writeFile(join(stage.root, 'tool'), stateful('echo 2'));
    await waitUntil(() => seen.count === 1);
    expect((await stage.read('mcpd://tool/state')).text).toBe('2');
  });

  it('refuses what cannot be followed', async () => {
    const stage = await stageWith({ tool: stateful('echo 1') });
    const error = await updatesOf(stage, 'mcpd://other/state').catch(toPlugboardError);
    expect(error).toMatchObject({ code: 'not_found' });
  });
});
