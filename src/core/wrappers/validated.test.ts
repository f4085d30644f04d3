// Proves that arguments are checked before a call and results after it, each schema compiled once.
import { beforeEach, describe, expect, it } from 'vitest';
import { defineTools } from '../define-tools.ts';
import type { JsonObject } from '../json.ts';
import { localContext } from '../local-context.ts';
import type { ToolResult } from '../result.ts';
import type { SchemaCheck } from '../tool-checks.ts';
import { validated } from './validated.ts';

const ctx = localContext();
let compiled: JsonObject[];
let called: JsonObject[];
let answer: ToolResult;

/** A schema here is a list of members that must be there. */
function compile(schema: JsonObject): Promise<SchemaCheck> {
  compiled.push(schema);
  const needs = schema['needs'] as string[] | undefined;
  return Promise.resolve((value) => {
    const lacks = needs?.find((member) => !Object.hasOwn(value as object, member));
    return lacks === undefined ? undefined : `lacks ${lacks}`;
  });
}

const inner = defineTools({
  name: 'inner',
  tools: {
    checked: {
      inputSchema: { needs: ['in'] },
      outputSchema: { needs: ['out'] },
      call: (args) => {
        called.push(args);
        return answer;
      },
    },
    other: { call: () => 'other' },
  },
});

beforeEach(() => {
  compiled = [];
  called = [];
  answer = { content: [], structuredContent: { out: 1 } };
});

describe('validated', () => {
  it('lets pass what fits, both ways', async () => {
    const source = validated(inner, compile);
    expect(await source.tools.call('checked', { in: 1 }, ctx)).toBe(answer);
    expect(called).toEqual([{ in: 1 }]);
  });

  it('tries again to compile what could not be compiled once', async () => {
    let isBroken = true;
    const source = validated(inner, (schema) => {
      if (isBroken) throw new Error('too many open files');
      return compile(schema);
    });
    await expect(source.tools.call('checked', { in: 1 }, ctx)).rejects.toThrow('too many');
    isBroken = false;
    expect(await source.tools.call('checked', { in: 1 }, ctx)).toBe(answer);
  });

  it('does not call with arguments that do not fit', async () => {
    const source = validated(inner, compile);
    await expect(source.tools.call('checked', {}, ctx)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: 'lacks in',
    });
    expect(called).toEqual([]);
  });

  it.each<[string, ToolResult, string]>([
    ['does not fit', { content: [], structuredContent: {} }, 'lacks out'],
    ['is missing', { content: [] }, 'structuredContent is missing'],
  ])('refuses output that %s', async (_, given, reason) => {
    answer = given;
    const source = validated(inner, compile);
    await expect(source.tools.call('checked', { in: 1 }, ctx)).rejects.toMatchObject({
      code: 'tool_failed',
      message: `Tool 'checked' broke its output schema: ${reason}`,
    });
  });

  it.each<ToolResult>([
    { content: [], isError: true },
    { content: [], resultType: 'task' },
  ])('asks for no output of %j', async (given) => {
    answer = given;
    expect(await validated(inner, compile).tools.call('checked', { in: 1 }, ctx)).toBe(given);
  });

  it('compiles nothing before the first call, and then once', async () => {
    const source = validated(inner, compile);
    await source.tools.list(ctx);
    expect(compiled).toEqual([]);
    await source.tools.call('checked', { in: 1 }, ctx);
    await source.tools.call('checked', { in: 1 }, ctx);
    expect(compiled).toEqual([{ needs: ['in'] }, { needs: ['out'] }]);
  });

  it('leaves an unknown tool to the source', async () => {
    const source = validated(inner, compile);
    await expect(source.tools.call('gone', {}, ctx)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows the list as it is', async () => {
    expect(await validated(inner, compile).tools.list(ctx)).toBe(await inner.tools.list(ctx));
  });

  it('says that it checks, so that nobody checks again', () => {
    expect(inner.checksArguments).toBeUndefined();
    expect(validated(inner, compile).checksArguments).toBe(true);
  });
});
