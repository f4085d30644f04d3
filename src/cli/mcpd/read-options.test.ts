// Proves where an option comes from: the argument, else the variable, else the default.
import { describe, expect, it } from 'vitest';
import { PlugboardError } from '../../core/errors.ts';
import { readOptions } from './read-options.ts';

const read = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  readOptions(argv, (name) => env[name]);

async function complaint(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const thrown: unknown = await read(argv, env).catch((error: unknown) => error);
  if (!(thrown instanceof PlugboardError) || thrown.code !== 'parse_error') throw thrown;
  return 'reason' in thrown.facts ? thrown.facts.reason : undefined;
}

describe('readOptions', () => {
  it('has a default for everything but the root', async () => {
    expect((await read([])).options).toEqual({
      httpHost: '127.0.0.1',
      httpPort: 1995,
      httpBasePath: '/',
      httpTlsCertFile: undefined,
      httpTlsKeyFile: undefined,
      httpReadTimeoutSecs: 30,
      httpWriteTimeoutSecs: 30,
      httpAuthUsername: '',
      httpAuthPasswordFile: undefined,
      httpAuthPasswordSha512: undefined,
      httpAuthCaptcha: false,
      httpAuthCaptchaCaseSensitive: false,
      httpAuthApiToken: undefined,
      httpAuthTokenTimeout: 604_800,
      scriptRootDirectory: undefined,
      scriptConfig: [],
      wwwUiEnable: false,
      wwwStaticDirectory: undefined,
      wwwConfig: [],
      trace: false,
      debug: false,
      quiet: false,
      scriptTimeout: 300,
      maxConcurrent: 16,
      noCache: false,
      toolNameSeparator: undefined,
      allowUnauthenticated: false,
    });
  });

  it('lets the argument win over the variable', async () => {
    const env = { MCPD_HTTP_PORT: '2000', MCPD_HTTP_HOST: '::1', MCPD_HTTP_AUTH_CAPTCHA: 'true' };
    const { options, given, asArgument } = await read(['--http-port=3000'], env);
    expect([options.httpPort, options.httpHost, options.httpAuthCaptcha]).toEqual([
      3000,
      '::1',
      true,
    ]);
    expect([...asArgument]).toEqual(['http-port']);
    expect([...given].toSorted()).toEqual(['http-auth-captcha', 'http-host', 'http-port']);
  });

  it('collects what may be repeated', async () => {
    const { options } = await read(['--script-config', 'A=1', '--script-config', 'B="x"']);
    expect(options.scriptConfig).toEqual([
      { key: 'A', value: '1' },
      { key: 'B', value: 'x' },
    ]);
  });

  it('takes an empty variable for an absent one, but not where it should protect', async () => {
    expect((await read([], { MCPD_HTTP_PORT: '' })).options.httpPort).toBe(1995);
    expect(await complaint([], { MCPD_HTTP_AUTH_API_TOKEN: '' })).toBe(
      "invalid value for '--http-auth-api-token <TOKEN>': it is empty",
    );
  });

  it.each([
    [['--http-host', 'localhost'], /^invalid value 'localhost' for '--http-host <IP>': Could not/u],
    [['--http-port', '65536'], /^invalid value '65536' for '--http-port <PORT>'/u],
    [['--unknown'], /^unknown option '--unknown'/u],
    [['--http-port'], /argument missing/u],
    [['--www-ui-enable', 'false'], /too many arguments/u],
    [['--script-config', 'A'], /Invalid KEY=VALUE format: A/u],
  ])('complains about %j', async (argv, reason) => {
    expect(await complaint(argv)).toMatch(reason);
  });

  it('wants true or false from a variable that stands for a switch', async () => {
    expect(await complaint([], { MCPD_HTTP_AUTH_CAPTCHA: 'yes' })).toMatch(
      "invalid value 'yes' for '--http-auth-captcha'",
    );
  });
});
