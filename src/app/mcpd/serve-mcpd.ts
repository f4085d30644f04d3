// Puts a directory of scripts on HTTP as mcpd does: its auth, its routes and its words to scripts.
import { VERSION } from '../../core/version.ts';
import { localContext } from '../../core/local-context.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import type { Log } from '../../platform/log.ts';
import { openScripts } from '../../sources/scripts/open-scripts.ts';
import type { HttpServer } from '../../surfaces/http/http-options.ts';
import { serveHttp, type ServeHttpOptions } from '../serve.ts';
import { toConfigEnv } from './config-env.ts';
import { toMcpdError } from './mcpd-error.ts';
import { logged } from './logged.ts';
import { mcpdAuth } from './mcpd-auth.ts';
import { mcpdDialect } from './mcpd-dialect.ts';
import type { McpdSettings } from './mcpd-settings.ts';

/** Listens; disposing the server ends the scripts too. */
export async function serveMcpd(settings: McpdSettings, log: Log): Promise<HttpServer> {
  let { port } = settings;
  const scripts = await openScripts(settings.rootPath, {
    id: 'mcpd',
    configEnv: () => toConfigEnv(toFacts(settings, port)),
    timeoutMs: settings.scriptTimeoutMs,
    maxConcurrent: settings.maxConcurrent,
    cache: settings.isHelpCached,
  });
  const source = logged(scripts, log);
  try {
    const server = await serveHttp(source, toHttpOptions(settings, log));
    ({ port } = server);
    void warmUp(source, log);
    return {
      url: server.url,
      host: server.host,
      port: server.port,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await source[Symbol.asyncDispose]();
      },
    };
  } catch (thrown) {
    await source[Symbol.asyncDispose]();
    throw toMcpdError(thrown, settings);
  }
}

function toHttpOptions(settings: McpdSettings, log: Log): ServeHttpOptions {
  const auth = mcpdAuth(settings);
  // The check of Host keeps pages from reaching an open server; a wall does that by itself.
  const isGuarded = auth.wall !== undefined || settings.allowUnauthenticated;
  const { nameSeparator, publicConfiguration } = settings;
  return {
    host: settings.host,
    port: settings.port,
    path: '/mcp',
    ...(settings.tls && { tls: settings.tls }),
    ...(auth.wall && { wall: auth.wall }),
    ...(isGuarded && { allowedHosts: ['*'] }),
    allowUnauthenticated: settings.allowUnauthenticated,
    dialect: mcpdDialect({ auth, publicConfiguration }),
    info: { name: 'mcpd', version: VERSION },
    ...(nameSeparator !== undefined && { toolNameSeparator: nameSeparator }),
    readTimeoutMs: settings.readTimeoutMs,
    writeTimeoutMs: settings.writeTimeoutMs,
    onAnswer: ({ method, path, status, remote }) =>
      log('info', 'HTTP request/response', {
        method,
        path,
        status_code: status,
        remote_addr: remote,
      }),
    onProblem: (message, cause) => {
      if (cause === undefined) log('warn', message);
      else log('error', message, cause instanceof Error ? { error: cause.message } : {});
    },
  };
}

function toFacts(settings: McpdSettings, port: number) {
  const { host, basePath, root, scriptConfig, logLevelName } = settings;
  return {
    host,
    port,
    basePath,
    username: settings.account?.username ?? '',
    apiToken: settings.apiToken ?? '',
    root,
    isHttps: settings.tls !== undefined,
    logLevelName,
    scriptConfig,
  };
}

/** Asks all scripts for their help before the first client does, and writes down who gave none. */
async function warmUp(source: ToolSource, log: Log): Promise<void> {
  try {
    const { items, problems } = await source.tools.list(localContext());
    log('info', 'Scripts are loaded', { tools: items.length, problems: problems.length });
  } catch (thrown) {
    log('error', 'Scripts could not be loaded', { error: String(thrown) });
  }
}
