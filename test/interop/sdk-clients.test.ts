// Both generations of the official SDK's client against our server: every transport and revision.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startHttpFixture, STDIO_FIXTURE, type HttpFixture } from './fixture.ts';
import { ELICITED, ROOT, SAMPLED, type Peer, type Route } from './peer.ts';
import { openSdkV1 } from './sdk-v1-peer.ts';
import { openSdkV2 } from './sdk-v2-peer.ts';

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const MODERN = '2026-07-28';
const WATCHED = 'test://watched-resource';

interface Row {
  readonly name: string;
  readonly via: Route['kind'];
  readonly revision: string;
  /** The code a missing resource is reported with; SDK v2 shows the old one as the new one. */
  readonly missingCode: number;
  readonly open: (route: Route) => Promise<Peer>;
}

const v1Row = (via: Route['kind'], revision: string): Row => ({
  name: `SDK v1, ${via}, ${revision}`,
  via,
  revision,
  missingCode: -32002,
  open: async (route) => openSdkV1(route, revision),
});

const legacyV2Row = (via: Route['kind'], revision: string): Row => ({
  name: `SDK v2, ${via}, ${revision}`,
  via,
  revision,
  missingCode: -32602,
  open: async (route) => openSdkV2(route, { mode: 'legacy', legacyRevision: revision }),
});

const modernV2Rows = (via: Route['kind']): Row[] => [
  {
    name: `SDK v2, ${via}, auto`,
    via,
    revision: MODERN,
    missingCode: -32602,
    open: async (route) => openSdkV2(route, { mode: 'auto' }),
  },
  {
    name: `SDK v2, ${via}, pinned to ${MODERN}`,
    via,
    revision: MODERN,
    missingCode: -32602,
    open: async (route) => openSdkV2(route, { mode: { pin: MODERN } }),
  },
];

const ROWS: readonly Row[] = [
  ...(['stdio', 'http'] as const).flatMap((via) => [
    ...LEGACY.map((revision) => v1Row(via, revision)),
    ...LEGACY.map((revision) => legacyV2Row(via, revision)),
    ...modernV2Rows(via),
  ]),
  v1Row('sse', '2024-11-05'),
];

let http: HttpFixture;

beforeAll(async () => {
  http = await startHttpFixture();
});

afterAll(async () => {
  await http[Symbol.asyncDispose]();
});

function toRoute(via: Route['kind']): Route {
  if (via === 'stdio') return { kind: via, ...STDIO_FIXTURE };
  return { kind: via, url: via === 'sse' ? new URL('/sse', http.url) : http.url };
}

describe.each(ROWS)('$name', ({ via, revision, missingCode, open }) => {
  let peer: Peer;

  beforeAll(async () => {
    peer = await open(toRoute(via));
  });

  afterAll(async () => {
    await peer[Symbol.asyncDispose]();
  });

  test('agrees on the revision and learns who we are', () => {
    expect(peer.revision).toBe(revision);
    expect(peer.serverName).toBe('conformance-server');
  });

  test('lists tools, resources, templates and prompts', async () => {
    expect(await peer.toolNames()).toContain('test_simple_text');
    expect(await peer.resourceUris()).toContain('test://static-text');
    expect(await peer.templateUris()).toEqual(['test://template/{id}/data']);
    expect(await peer.promptNames()).toContain('test_simple_prompt');
  });

  test('calls a tool', async () => {
    expect(await peer.call('test_simple_text')).toEqual({
      text: 'This is a simple text response for testing.',
      isError: false,
    });
  });

  test('sees a failed tool as a result and an unknown one as an error', async () => {
    expect(await peer.call('test_error_handling')).toMatchObject({ isError: true });
    await expect(peer.call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
  });

  test('hears progress', async () => {
    const heard: number[] = [];
    await peer.call('test_tool_with_progress', {}, { onProgress: (each) => heard.push(each) });
    expect(heard).toEqual([0, 50, 100]);
  });

  test('hears log lines when it asks for them', async () => {
    await peer.callLogged('test_tool_with_logging');
    await vi.waitFor(() => {
      expect(peer.logs).toEqual([
        'Tool execution started',
        'Tool processing data',
        'Tool execution completed',
      ]);
    });
  });

  test('answers questions of a tool', async () => {
    const { text } = await peer.call('test_elicitation', { message: 'Who are you?' });
    expect(text).toContain(ELICITED.email);
    const sampled = await peer.call('test_sampling', { prompt: 'What is the capital?' });
    expect(sampled.text).toBe(`LLM response: ${SAMPLED}`);
    const roots = await peer.call('test_input_required_result_list_roots');
    expect(roots.text).toContain(ROOT.uri);
  });

  test('answers several questions at once', async () => {
    const { text } = await peer.call('test_input_required_result_multiple_inputs');
    expect(text).toBe(`${SAMPLED} ${ELICITED.name}, 1 root(s)`);
  });

  test('reads resources, listed and of a template, and is told of missing ones', async () => {
    expect(await peer.read('test://static-text')).toContain('static text resource');
    expect(JSON.parse(await peer.read('test://template/7/data'))).toMatchObject({ id: '7' });
    await expect(peer.read('test://missing')).rejects.toMatchObject({ code: missingCode });
  });

  test('gets prompts and completes their arguments', async () => {
    const text = await peer.prompt('test_prompt_with_arguments', { arg1: 'hello', arg2: 'world' });
    expect(text).toBe("Prompt with arguments: arg1='hello', arg2='world'");
    const values = await peer.complete('test_prompt_with_arguments', 'arg1', 'par');
    expect(values).toEqual(['paris', 'park', 'party']);
  });

  test('hears of changes', async () => {
    await peer.watch(WATCHED);
    // A listening stream may open a moment after the answer, so the change is announced until heard.
    await vi.waitFor(async () => {
      await peer.call('test_trigger_resource_update');
      await peer.call('test_trigger_tool_change');
      expect(new Set(peer.changes)).toEqual(new Set([WATCHED, 'tools']));
    });
  });

  test('stops a call it no longer wants', async () => {
    const before = Number((await peer.call('test_count_stopped')).text);
    const controller = new AbortController();
    const call = peer.call(
      'test_wait_until_stopped',
      {},
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(call).rejects.toThrow(/abort/i);
    await vi.waitFor(async () => {
      expect(Number((await peer.call('test_count_stopped')).text)).toBe(before + 1);
    });
  });
});
