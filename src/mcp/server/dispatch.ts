// From a request to the method that answers it; everything that goes wrong becomes one error reply.
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

function dispatchDialect(exchange: Exchange): void {
  const { engine, method } = exchange;
  const methods = engine.dialect?.methods;
  const extra = methods && Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!extra) {
    return exchange.fail(
      new PlugboardError('not_supported', {
        source: String(engine.serverInfo['name']),
        what: method,
      }),
    );
  }
  Promise.resolve()
    .then(() => extra.run(exchange.params, engine.source))
    .then((result) => exchange.succeed(result))
    .catch((thrown: unknown) => exchange.fail(thrown));
}
