// From a request to the method that answers it; everything that goes wrong becomes one error reply.
import type { Dialect, DialectMethod } from '../../core/dialect.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Exchange } from './exchange.ts';
import { findMethod } from './methods.ts';

export function dispatch(exchange: Exchange): void {
  const { engine, method, peer } = exchange;
  const row = findMethod(method, engine.source, peer.revision.era);
  if (!row) return dispatchDialect(exchange);
  try {
    const running = row.run(exchange);
    if (running) running.catch((thrown: unknown) => exchange.fail(thrown));
  } catch (thrown) {
    exchange.fail(thrown);
  }
}

export function dialectMethod(
  dialect: Dialect | undefined,
  name: string,
): DialectMethod | undefined {
  const methods = dialect?.methods;
  return methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
}

function dispatchDialect(exchange: Exchange): void {
  const { engine, method } = exchange;
  const extra = dialectMethod(engine.dialect, method);
  if (extra) return void runDialect(exchange, extra);
  const { name } = engine.serverInfo;
  const source = typeof name === 'string' ? name : engine.source.id;
  exchange.fail(new PlugboardError('not_supported', { source, what: method }));
}

async function runDialect(exchange: Exchange, extra: DialectMethod): Promise<void> {
  const { stage } = extra;
  // What was sent in one piece with a shutdown came after it.
  if (stage === 'shutdown') exchange.peer.enterStage?.(stage);
  try {
    exchange.succeed(await extra.run(exchange.params, exchange.engine.source, exchange));
    if (stage === 'exit') exchange.peer.enterStage?.(stage);
  } catch (thrown) {
    exchange.fail(thrown);
  }
}
