// What mcp-bash adds to the wire: its lifecycle, its codes, its pages, its subscriptions and its secret.
import type { CallContext, LogLevel } from '../../core/call-context.ts';
import type { Dialect } from '../../core/dialect.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { invalidParams } from '../../mcp/wire/invalid-params.ts';
import { RPC } from '../../mcp/wire/jsonrpc.ts';
import { learnRoots } from '../../sources/bash/roots.ts';
import type { BashSettings } from '../../sources/bash/settings.ts';
import { remoteTokenCheck } from './remote-token.ts';

export interface BashDialectOptions {
  readonly settings: BashSettings;
  readonly logLevel: LogLevel;
  readonly isMinimal: boolean;
}

const CODES = {
  notInitialized: -32_002,
  shuttingDown: -32_003,
  exitBeforeShutdown: -32_005,
} as const;

export function bashDialect({ settings, logLevel, isMinimal }: BashDialectOptions): Dialect {
  const checkToken = remoteTokenCheck(settings);
  return {
    id: 'mcp-bash',
    methods: {
      shutdown: { run: () => ({}), stage: 'shutdown', isEarly: true },
      exit: { run: () => ({}), stage: 'exit', isEarly: true },
    },
    lifecycle: {
      beforeInitialize: CODES.notInitialized,
      alreadyInitialized: RPC.invalidRequest,
      shuttingDown: CODES.shuttingDown,
      exitBeforeShutdown: CODES.exitBeforeShutdown,
      shutdownMs: settings.shutdownTimeoutMs,
      needsVersion: true,
    },
    logLevel,
    pages: { defaultItems: 50, maxItems: 200 },
    hasSubscriptionIds: true,
    keepsText: true,
    takesBatches: settings.compatBatches,
    ...(isMinimal && { capabilities: { logging: {} } }),
    admit: (method, params) => {
      checkToken?.(params);
      if (isMinimal) refuseInMinimal(method);
    },
    onSession: learnRoots,
    listFields: (total) => ({ total, _meta: { 'mcpbash/total': total } }),
    resourceUri,
  };
}

/** The capability each of the missing methods belongs to, by the first part of its name. */
const CAPABILITIES: Readonly<Record<string, string>> = {
  tools: 'Tools',
  resources: 'Resources',
  prompts: 'Prompts',
  completion: 'Completion',
};

function refuseInMinimal(method: string): void {
  const capability = CAPABILITIES[method.split('/')[0] ?? ''];
  if (capability === undefined) return;
  throw new PlugboardError(
    'invalid_arguments',
    { reason: `${capability} capability unavailable in minimal mode` },
    { wire: RPC.methodNotFound },
  );
}

/** A resource is meant by its URI or by its name; where both are given they must agree. */
async function resourceUri(
  { uri, name }: JsonObject,
  source: ToolSource,
  ctx: CallContext,
): Promise<string> {
  if (typeof uri === 'string' && name === undefined) return uri;
  if (typeof name !== 'string') throw invalidParams('uri or name must be a string');
  const { items } = (await source.resources?.list(ctx)) ?? { items: [] };
  const named = items.find((resource) => resource.name === name);
  if (!named) throw new PlugboardError('not_found', { kind: 'resource', name });
  if (uri !== undefined && uri !== named.uri) throw invalidParams(`'${name}' is ${named.uri}`);
  return named.uri;
}
