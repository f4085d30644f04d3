// The example project does what it says, with a weather service on loopback.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { MciClient } from '../../src/index.ts';
import { httpFixture, type Answer } from '../mci/support/http-fixture.ts';
import { runPlugboard } from '../support/run-plugboard.ts';

const SCHEMA = './examples/mci/tools.mci.yaml';

const weather: Answer = (response, { method, url, body }, count) => {
  response.setHeader('content-type', 'application/json');
  if (method === 'GET' && count === 0) {
    response.statusCode = 503;
    response.end('{}');
  } else response.end(JSON.stringify({ url, ...(body !== '' && { sent: JSON.parse(body) }) }));
};

const call = (tool: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runPlugboard(['call', `${SCHEMA}:${tool}`, ...args], { env });

describe('examples/mci', () => {
  test('get_weather asks the service, again after a failure', async () => {
    const { url, asked } = await httpFixture(weather);
    const env = { WEATHER_URL: url, WEATHER_KEY: 'secret' };
    const { exit, stdout } = await call('get_weather', ['location:New York'], env);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ url: '/v1/places/New%20York/now?units=metric' });
    expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual(['secret', 'secret']);
  });

  test('add_observation sends native values and leaves out what is not given', async () => {
    const { url } = await httpFixture(weather);
    const env = { WEATHER_URL: url, WEATHER_KEY: 'secret' };
    const { stdout } = await call('add_observation', ['location:Paris', 'degrees:21.5'], env);
    expect(JSON.parse(stdout)).toMatchObject({ sent: { location: 'Paris', degrees: 21.5 } });
    expect(stdout).not.toContain('remarks');
  });

  test('weather_report renders its template', async () => {
    await using client = await MciClient.open(SCHEMA, { env: {} });
    const places = [
      { name: 'Cairo', degrees: 38, warning: 'sand' },
      { name: 'Oslo', degrees: -4 },
    ];
    const { content } = await client.execute('weather_report', { places });
    expect(content?.[0]?.['text']).toBe(
      '# Weather\n\nWritten by the weather desk.\n\n' +
        '- **Cairo**: 38 °C\n  Hot: drink water.\n  Warning: sand\n' +
        '- **Oslo**: -4 °C\n  Frost: drive slowly.',
    );
  });

  test('the tools of git run, and the one that writes is not there', async () => {
    await using client = await MciClient.open(SCHEMA);
    expect(client.toolsets(['git']).map(({ name }) => name)).toEqual(['git_log', 'git_status']);
    const { isError, metadata } = await client.execute('git_status');
    expect({ isError, exit: metadata?.['exit_code'] }).toEqual({ isError: false, exit: 0 });
    await expect(client.execute('git_commit', { message: 'x' })).rejects.toThrow('not found');
  });

  test('sign_off reads the one variable it may', async () => {
    const { stdout } = await call('sign_off', ['name:Ann'], { DESK_NAME: 'Desk 7' });
    expect(stdout).toBe('Kind regards, Ann, Desk 7\n');
  });

  test('has no faults once its variables are set', async () => {
    const env = { WEATHER_URL: 'http://127.0.0.1:1', WEATHER_KEY: 'x', DESK_NAME: 'x' };
    expect(await runPlugboard(['validate', SCHEMA], { env })).toMatchObject({
      exit: 0,
      stdout: 'no problems found\n',
    });
  });

  test('is described by the published JSON Schema', async () => {
    const { compileSchema } = await import('../../src/platform/json-schema.ts');
    const { readDocument } = await import('../../src/platform/read-document.ts');
    const published = JSON.parse(await readFile('schema/mci-1.0.schema.json', 'utf8'));
    const check = await compileSchema(published);
    for (const file of ['tools.mci.yaml', 'mci/git/read.mci.yaml', 'mci/notes.mci.json']) {
      const { data } = await readDocument(`examples/mci/${file}`);
      expect([file, check(data ?? null)]).toEqual([file, undefined]);
    }
  });
});
