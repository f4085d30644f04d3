// Which proxies the environment names, for every door that sends HTTP.
import { PlugboardError } from '../core/errors.ts';
import type { Environment } from './env.ts';

/** As undici takes them; empty where none is to be asked. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** The hosts that are reached without one. */
  readonly noProxy: string;
}

/** `undefined` where no proxy is named at all. */
export function readProxies(env: Environment): Proxies | undefined {
  const httpProxy = proxyIn(env, ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']);
  const httpsProxy = proxyIn(env, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  if (httpProxy === '' && httpsProxy === '') return undefined;
  return { httpProxy, httpsProxy, noProxy: env['no_proxy'] || env['NO_PROXY'] || '' };
}

const SCHEMES = /^(?:https?|socks5?):\/\//iu;

/** The address the first of the variables holds; `host:port` is one too. */
function proxyIn(env: Environment, names: readonly string[]): string {
  const name = names.find((one) => env[one]);
  const given = (name && env[name]) || '';
  if (name === undefined || given === '') return '';
  // Who says that the proxy finds the names of hosts says what ours do anyway.
  const said = given.replace(/^socks5h:/iu, 'socks5:');
  const address = said.includes('://') ? said : `http://${said}`;
  if (URL.canParse(address) && SCHEMES.test(address)) return address;
  // The value itself may hold a password.
  const reason = 'must be the address of an HTTP proxy, such as http://127.0.0.1:3128';
  throw new PlugboardError('config_error', { file: name, reason });
}
