// A source with every kind of behaviour a surface must carry, and a view of what its tools went through.
import { LOG_LEVELS } from '../../src/core/call-context.ts';
import {
  defineTools,
  type DefinedSource,
  type ToolDefinition,
} from '../../src/core/define-tools.ts';
import { PlugboardError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolResult } from '../../src/core/result.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { untilAborted } from '../../src/core/until-aborted.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { textIn } from './raw-mcp.ts';

export interface MatrixStage {
  readonly source: ToolSource;
  /** How many calls that wait for their end have begun. */
  begun(): number;
  /** How many waiting calls saw their caller give up. */
  stopped(): number;
  /** Names of the `wait` calls that have begun and were not let go yet. */
  waiting(): string[];
  /** Lets a `wait` call finish. */
  letGo(name: string): void;
  announce: DefinedSource['announce'];
  announceUpdate: DefinedSource['announceUpdate'];
}

/** Every content kind, one of a later revision, and fields nobody here knows. */
export const EVERY_KIND: ToolResult = {
  content: [
    {
      type: 'text',
      text: 'grüße 👋\n"quoted"',
      annotations: { audience: ['user'], priority: 0.5 },
    },
    { type: 'image', data: 'aW1n', mimeType: 'image/png' },
    { type: 'audio', data: 'd2F2', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'note://link', name: 'link', mimeType: 'text/plain' },
    { type: 'resource', resource: { uri: 'note://in', mimeType: 'text/plain', text: 'inside' } },
    { type: 'resource', resource: { uri: 'note://blob', blob: 'AAEC' } },
    { type: 'hologram', layers: [{ depth: 1, 'x-odd': null }], nested: { deep: [1, [2]] } },
  ],
  structuredContent: { answer: 42, list: [1, 2, 3] },
  'x-extra': { kept: true },
};

export const FORM: JsonObject = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
export const SAMPLE: JsonObject = {
  messages: [{ role: 'user', content: { type: 'text', text: 'capital of France?' } }],
  maxTokens: 10,
};

const TEXT_ARGUMENT: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
  additionalProperties: false,
};

const answering: Readonly<Record<string, ToolDefinition>> = {
  echo: {
    title: 'Echo',
    description: 'Says it again',
    inputSchema: TEXT_ARGUMENT,
    call: ({ message }) => textIn(message),
  },
  kinds: { call: () => EVERY_KIND },
  list_output: {
    call: () => ({ content: [{ type: 'text', text: '[1]' }], structuredContent: [1] }),
  },
  fails: { call: () => ({ content: [{ type: 'text', text: 'it broke' }], isError: true }) },
  refuses: {
    call: () => {
      throw new PlugboardError(
        'forbidden',
        { what: '/etc', reason: 'is outside' },
        { hint: 'stay inside' },
      );
    },
  },
  crashes: {
    call: () => {
      throw new Error('password=hunter2 in /home/ann/secret.js');
    },
  },
};

const talking: Readonly<Record<string, ToolDefinition>> = {
  counts: {
    call: (_, ctx) => {
      for (const progress of [1, 2, 3])
        ctx.progress({ progress, total: 3, message: `step ${progress}` });
      return 'counted';
    },
  },
  logs: {
    call: (_, ctx) => {
      for (const level of LOG_LEVELS) ctx.log(level, { said: level }, 'matrix');
      return 'logged';
    },
  },
  elicits: { call: async (_, ctx) => JSON.stringify(await ctx.elicit(FORM)) },
  samples: { call: async (_, ctx) => JSON.stringify(await ctx.sample(SAMPLE)) },
  roots: { call: async (_, ctx) => JSON.stringify(await ctx.roots()) },
  asks_all: {
    call: async (_, ctx) =>
      JSON.stringify(
        await ctx.input({
          who: { method: 'elicitation/create', params: FORM },
          what: { method: 'sampling/createMessage', params: SAMPLE },
          where: { method: 'roots/list' },
        }),
      ),
  },
  asks_twice: {
    call: async (_, ctx) => {
      const first = await ctx.elicit({ ...FORM, message: 'first?' });
      ctx.progress({ progress: 1 });
      const second = await ctx.elicit({ ...FORM, message: 'second?' });
      return JSON.stringify([first.content, second.content]);
    },
  },
};

function complete(value: string) {
  return { values: ['Ada', 'Alan', 'Grace'].filter((name) => name.startsWith(value)), total: 3 };
}

export function matrixStage(): MatrixStage {
  let begun = 0;
  let stopped = 0;
  const waits = new Map<string, () => void>();
  const waiting: Readonly<Record<string, ToolDefinition>> = {
    hangs: {
      call: async (_, ctx) => {
        begun += 1;
        ctx.progress({ progress: 1 });
        await untilAborted(ctx.signal);
        stopped += 1;
        throw ctx.signal.reason;
      },
    },
    /** Does not care that its caller has left. */
    hangs_and_answers: {
      call: async (_, ctx) => {
        ctx.progress({ progress: 1 });
        await untilAborted(ctx.signal);
        ctx.progress({ progress: 2 });
        ctx.log('error', 'too late');
        stopped += 1;
        return 'too late';
      },
    },
    wait: {
      call: (args) =>
        new Promise((resolve) => {
          const name = textIn(args['name']);
          waits.set(name, () => resolve(`waited for ${name}`));
        }),
    },
  };
  const source = defineTools({
    name: 'matrix',
    version: '1.2.3',
    instructions: 'For tests.',
    tools: { ...answering, ...talking, ...waiting },
    resources: {
      'note://text': {
        name: 'text',
        mimeType: 'text/plain',
        read: () => ({ contents: [{ uri: 'note://text', mimeType: 'text/plain', text: 'hé' }] }),
      },
      'note://blob': {
        name: 'blob',
        read: () => ({ contents: [{ uri: 'note://blob', blob: 'AAEC', 'x-odd': 1 }] }),
      },
    },
    resourceTemplates: [
      {
        uriTemplate: 'item://{id}',
        name: 'item',
        read: (uri) =>
          uri.startsWith('item://') ? { contents: [{ uri, text: uri.slice(7) }] } : undefined,
      },
    ],
    prompts: {
      greet: {
        description: 'A greeting',
        arguments: [{ name: 'who', required: true }],
        get: ({ who }) => ({
          description: 'Greets',
          messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }],
        }),
      },
    },
    complete: ({ argument }) => complete(argument.value),
  });
  return {
    source: validated(source, compileSchema),
    begun: () => begun,
    stopped: () => stopped,
    waiting: () => [...waits.keys()],
    letGo: (name) => {
      waits.get(name)?.();
      waits.delete(name);
    },
    announce: (what) => source.announce(what),
    announceUpdate: (uri) => source.announceUpdate(uri),
  };
}
