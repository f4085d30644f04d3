// The fifteen sample scripts of the specification, called as a client would call them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { PlugboardError } from '../../src/core/errors.ts';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { verifies } from '../support/verifies.ts';
import { toStage, type Stage } from './stage.ts';

const ROOT = new URL('../fixtures/scripts-samples', import.meta.url).pathname;
/** Four of them start Python. */
const START_MS = 20_000;

const NAMES = [
  'advanced/counter',
  'advanced/deployment-manager',
  'advanced/key-value-store',
  'advanced/task-queue',
  'advanced/webhook-simulator',
  'basic/add-numbers',
  'basic/current-time',
  'basic/echo-json',
  'basic/greet',
  'basic/hello-world',
  'intermediate/calculator',
  'intermediate/file-reader',
  'intermediate/service-action',
  'intermediate/system-info',
  'intermediate/validate-input',
];

const failed = (text: string, exitCode: number) => ({
  content: [{ type: 'text', text }],
  isError: true,
  _meta: { exitCode },
});

describe('the samples', () => {
  let stage: Stage;
  let stateFolder: string;
  const levels = () => stage.logs.map(({ level, data }) => `${level} ${data}`);

  beforeAll(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'plugboard-samples-'));
    const source = await openScripts(ROOT, {
      cache: false,
      // Where the stateful ones keep their files.
      configEnv: () => ({ TMPDIR: stateFolder }),
    });
    stage = toStage(ROOT, source);
    await stage.list();
  }, START_MS);
  afterAll(async () => {
    await stage.source[Symbol.asyncDispose]();
    await rm(stateFolder, { recursive: true });
  });

  verifies(
    ['mcpd:keep:script-directory-unchanged', 'mcpd:keep:tool-names-with-slash'],
    'all load, under the names of their paths',
    async () => {
      expect(await stage.names()).toEqual(NAMES);
      expect(await stage.problems()).toEqual({});
    },
  );

  verifies('scripts:sample:basic-hello-world', 'hello-world takes nothing', async () => {
    expect(await stage.text('basic/hello-world')).toBe('Hello, World!');
  });

  verifies('scripts:sample:basic-current-time', 'current-time prints a date', async () => {
    expect(await stage.text('basic/current-time')).toMatch(/\d\d:\d\d:\d\d/u);
  });

  verifies('scripts:sample:basic-echo-json', 'echo-json has a default', async () => {
    expect(await stage.text('basic/echo-json')).toBe('Hello from mcpd!');
    expect(await stage.text('basic/echo-json', { message: '{"a": 1}' })).toBe('{"a": 1}');
  });

  verifies('scripts:sample:basic-greet', 'greet prints what it is given literally', async () => {
    expect(await stage.text('basic/greet', { name: '$(id)' })).toBe('Hello, $(id)!');
    expect((await stage.failure('basic/greet')).message).toContain('name');
  });

  verifies('scripts:sample:basic-add-numbers', 'add-numbers gets integers only', async () => {
    expect(await stage.text('basic/add-numbers', { a: 2, b: 3 })).toBe('5');
    const attack = await stage.failure('basic/add-numbers', { a: 'x[$(id >&2)]', b: 1 });
    expect(attack.code).toBe('invalid_arguments');
  });

  verifies('scripts:sample:intermediate-calculator', 'calculator logs and refuses', async () => {
    const divide = { a: 7, b: 2, operation: 'divide' };
    expect(await stage.text('intermediate/calculator', divide)).toBe('3');
    expect(await stage.text('intermediate/calculator', { a: 7, b: 2 })).toBe('9');
    const byZero = await stage.call('intermediate/calculator', { ...divide, b: 0 });
    expect(byZero).toMatchObject(failed('Division by zero', 2));
    expect(levels()).toContain('info divide of 7 and 2');
    expect(levels()).toContain('error the divisor is zero');
  });

  verifies('scripts:sample:intermediate-file-reader', 'file-reader has its own path', async () => {
    const read = (path: string) => stage.call('intermediate/file-reader', { path });
    expect(await read('/nope')).toMatchObject(failed('File not found', 4));
    expect(await read('')).toMatchObject(failed('No file given', 2));
    expect(await read(ROOT)).toMatchObject(failed('Not a readable file', 3));
    const text = await stage.text('intermediate/file-reader', { path: `${ROOT}/basic/greet` });
    expect(text).toContain('Hello, $name!');
  });

  verifies('scripts:sample:intermediate-service-action', 'service-action', async () => {
    const name = 'intermediate/service-action';
    expect(await stage.text(name, { service: 'nginx' })).toBe('nginx is running');
    expect(await stage.text(name, { service: 'nginx', action: 'stop' })).toBe('nginx stopped');
  });

  verifies('scripts:sample:intermediate-system-info', 'system-info answers in JSON', async () => {
    const basic: unknown = JSON.parse(await stage.text('intermediate/system-info'));
    const full: unknown = JSON.parse(
      await stage.text('intermediate/system-info', { detail: 'full' }),
    );
    expect(Object.keys(basic as object)).toEqual(['hostname', 'system']);
    expect(Object.keys(full as object)).toEqual(['hostname', 'system', 'kernel', 'machine']);
    expect(levels()).toContain('debug asking for the kernel');
  });

  verifies('scripts:sample:intermediate-validate-input', 'validate-input has sizes', async () => {
    const name = 'intermediate/validate-input';
    expect(await stage.text(name, { username: 'bob', age: 5 })).toBe('Valid: bob, age 5, score 0');
    const error = await stage.failure(name, { username: 'ab', age: 5 });
    expect(error).toBeInstanceOf(PlugboardError);
    expect(error.message).toContain('username must be at least 3 characters');
  });

  verifies('scripts:sample:advanced-counter', 'counter counts, also under load', async () => {
    expect(await stage.read('mcpd://advanced/counter/state')).toMatchObject({ text: '0' });
    const counts = await Promise.all(
      Array.from({ length: 9 }, () => stage.text('advanced/counter')),
    );
    expect(counts.map(Number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await stage.read('mcpd://advanced/counter/state')).toMatchObject({ text: '9' });
  });

  verifies('scripts:sample:advanced-deployment-manager', 'deployment-manager', async () => {
    const name = 'advanced/deployment-manager';
    const { title, _meta } = await stage.tool(name);
    expect({ title, _meta }).toEqual({ title: 'Deployment Manager', _meta: { version: '2.1.0' } });
    expect(await stage.text(name, { environment: 'staging', action: 'history' })).toBe(
      '"history": []',
    );
    expect(await stage.text(name, { environment: 'production' })).toContain('Pending approval');
    const approved = { environment: 'production', version: '1.2', approved: true };
    expect(await stage.text(name, approved)).toBe('Deployed 1.2 to production');
    const nothing = await stage.call(name, { environment: 'staging', action: 'rollback' });
    expect(nothing).toMatchObject(failed('Nothing is deployed to staging', 4));
  });

  verifies(
    'scripts:sample:advanced-key-value-store',
    'key-value-store takes any value',
    async () => {
      const name = 'advanced/key-value-store';
      const get = (key: string) => stage.text(name, { action: 'get', key });
      await stage.call(name, { action: 'set', key: 'number', value: 5 });
      await stage.call(name, { action: 'set', key: 'object', value: { a: [1, null] } });
      expect(await get('number')).toBe('5');
      expect(await get('object')).toBe('{"a":[1,null]}');
      const missing = await stage.call(name, { action: 'get', key: 'missing' });
      expect(missing).toMatchObject(failed('No value under missing', 4));
    },
    START_MS,
  );

  verifies(
    'scripts:sample:advanced-task-queue',
    'task-queue sums up its state',
    async () => {
      const name = 'advanced/task-queue';
      expect((await stage.tool(name)).title).toBe('Task Queue');
      await stage.call(name, { action: 'add', task: 'later' });
      await stage.call(name, { action: 'add', task: 'now', priority: 1 });
      expect(await stage.read(`mcpd://${name}/state`)).toEqual({
        uri: 'mcpd://advanced/task-queue/state',
        mimeType: 'application/json',
        text: '{"waiting": 2, "urgent": 1}',
      });
      expect(await stage.text(name, { action: 'next' })).toBe('now');
      const error = await stage.failure(name, { action: 'add', task: 'x', priority: 9 });
      expect(error.message).toBe('Argument priority must be at most 5');
    },
    START_MS,
  );

  verifies(
    'scripts:sample:advanced-webhook-simulator',
    'webhook-simulator',
    async () => {
      const name = 'advanced/webhook-simulator';
      const event = { event: 'order.paid' };
      const send = (args: object) => stage.call(name, { ...event, ...args });
      const sent = await send({ payload: '{"id": 7}' });
      expect(JSON.parse(String(sent.content[0]?.['text']))).toMatchObject({ payload: { id: 7 } });
      expect(await send({ simulate_error: true })).toMatchObject(failed('Simulated error', 5));
      expect(await send({ payload: '{' })).toMatchObject(failed('The payload is not JSON', 2));
    },
    START_MS,
  );
});
