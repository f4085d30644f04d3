// The contract every source and every wrapper keeps: what surfaces rely on without asking what they hold.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlugboardError, toPlugboardError, type ErrorCode } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import type { ChangedSide, ToolSource } from '../../src/core/tool-source.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A source with two tools, and a view of what it does behind the seam. */
export interface SourceUnderTest {
  readonly source: ToolSource;
  /** The name of a tool that takes `text`, a string, and answers with it. */
  readonly echo: string;
  /** The name of a tool that takes nothing and never ends by itself. */
  readonly wait: string;
  /** What an unknown tool is refused with; default `not_found`. */
  readonly unknownTool?: ErrorCode;
  /** How many runs of the waiting tool are under way. */
  running(): number | Promise<number>;
  /** Makes the source announce that its tools changed. */
  change(): void | Promise<void>;
}

/** The source, whose files go with it. */
export function removedWith(source: ToolSource, folder: string): ToolSource {
  return {
    ...source,
    [Symbol.asyncDispose]: async () => {
      await source[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PARALLEL = 20;

export function describeSource(name: string, open: () => Promise<SourceUnderTest>): void {
  describe(`the contract of a source: ${name}`, () => {
    let stage: SourceUnderTest;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.source[Symbol.asyncDispose]());

    const list = () => stage.source.tools.list(localContext());
    const call = (tool: string, args: JsonObject = {}, signal?: AbortSignal) =>
      stage.source.tools.call(tool, args, localContext({ ...(signal && { signal }) }));
    const failure = async (tool: string, args?: JsonObject, signal?: AbortSignal) => {
      const outcome = await call(tool, args, signal).catch((thrown: unknown) =>
        toPlugboardError(thrown),
      );
      expect(outcome).toBeInstanceOf(PlugboardError);
      return outcome as PlugboardError;
    };
    const isRunning = (count: number) => waitUntil(async () => (await stage.running()) === count);

    it('lists its tools, each once, with a schema of an object', async () => {
      const { items, problems } = await list();
      const names = items.map((tool) => tool.name);
      expect(names).toEqual(expect.arrayContaining([stage.echo, stage.wait]));
      expect(new Set(names).size).toBe(names.length);
      expect(items.every(({ inputSchema }) => inputSchema['type'] === 'object')).toBe(true);
      expect(problems).toEqual([]);
    });

    it('gives the same list, the very same object, while nothing changes', async () => {
      const first = await list();
      await call(stage.echo, { text: 'between' });
      expect(await list()).toBe(first);
    });

    it('lists in an order that does not depend on the run', async () => {
      const names = (await list()).items.map((tool) => tool.name);
      const other = await open();
      const again = (await other.source.tools.list(localContext())).items.map((tool) => tool.name);
      await other.source[Symbol.asyncDispose]();
      expect(again).toEqual(names);
    });

    it('calls a tool', async () => {
      const { content, isError } = await call(stage.echo, { text: 'grüße "x"\n👋' });
      expect(content).toEqual([{ type: 'text', text: 'grüße "x"\n👋' }]);
      expect(isError ?? false).toBe(false);
    });

    it('refuses a tool it does not have', async () => {
      const { code, wire } = await failure('no-such-tool');
      expect({ code, wire }).toEqual({ code: stage.unknownTool ?? 'not_found', wire: -32602 });
    });

    it('refuses wrong arguments', async () => {
      expect((await failure(stage.echo, { text: 5 })).code).toBe('invalid_arguments');
      expect((await failure(stage.echo)).code).toBe('invalid_arguments');
    });

    it('answers each of many callers at once with its own answer', async () => {
      const texts = Array.from({ length: PARALLEL }, (_, at) => `number ${at}`);
      const results = await Promise.all(texts.map((text) => call(stage.echo, { text })));
      expect(results.map(({ content }) => content[0]?.['text'])).toEqual(texts);
    });

    it('ends a call whose caller gives up, and what it started', async () => {
      const caller = new AbortController();
      const outcome = failure(stage.wait, {}, caller.signal);
      await isRunning(1);
      caller.abort();
      expect((await outcome).code).toBe('cancelled');
      await isRunning(0);
    });

    it('ends a call at its deadline, and what it started', async () => {
      const deadline = new AbortController();
      const outcome = failure(stage.wait, {}, deadline.signal);
      await isRunning(1);
      deadline.abort(new PlugboardError('timeout', { what: stage.wait, afterMs: 1 }));
      expect(['timeout', 'cancelled']).toContain((await outcome).code);
      await isRunning(0);
    });

    it('does not start a call whose caller gave up before', async () => {
      expect((await failure(stage.wait, {}, AbortSignal.abort())).code).toBe('cancelled');
      expect(await stage.running()).toBe(0);
    });

    it('announces changes to those who listen, for as long as they do', async () => {
      await list();
      const heard: ChangedSide[] = [];
      const deaf: ChangedSide[] = [];
      stage.source.onChange?.((what) => heard.push(what));
      stage.source.onChange?.((what) => deaf.push(what))[Symbol.dispose]();
      await stage.change();
      await waitUntil(() => heard.includes('tools'));
      expect(deaf).toEqual([]);
    });

    it('can be closed more than once', async () => {
      await call(stage.echo, { text: 'x' });
      await stage.source[Symbol.asyncDispose]();
      await stage.source[Symbol.asyncDispose]();
      expect(await stage.running()).toBe(0);
    });
  });
}
