// subscriptions/listen of the modern era: one long request whose stream carries the changes asked for.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import { notificationText } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import { CHANGED_SIDES, LIST_CHANGES } from '../wire/list-changes.ts';
import { META } from '../wire/meta-keys.ts';
import type { Exchange } from './exchange.ts';

export async function listen(exchange: Exchange): Promise<void> {
  const { engine, id } = exchange;
  const wanted = exchange.params['notifications'];
  if (!isJsonObject(wanted)) throw invalidParams('notifications must be an object');
  if (engine.listens.size >= wireLimit('maxListens')) {
    throw new PlugboardError('internal', { reason: 'too many open subscriptions' });
  }
  const meta = { [META.subscriptionId]: id };
  const textOf = (method: string, params: JsonObject) =>
    notificationText(method, { _meta: meta, ...params });
  // The acknowledgment comes first on the stream; what changes before it is told after it.
  const early = new Set<string>();
  let tell = (text: string): void => void early.add(text);
  const granted = grantedChanges(exchange, wanted);
  const onChange = (what: ChangedSide) => {
    if (granted[LIST_CHANGES[what]]) tell(textOf(`notifications/${what}/list_changed`, {}));
  };
  const subscriptions: AsyncDisposable[] = [];
  const close = () => {
    engine.listens.delete(exchange);
    engine.changes.delete(onChange);
    for (const subscription of subscriptions.splice(0)) {
      Promise.resolve(subscription[Symbol.asyncDispose]()).catch((thrown: unknown) => {
        engine.problem('a subscription could not be ended', thrown);
      });
    }
  };
  engine.listens.set(exchange, () => exchange.succeed({ _meta: meta }));
  exchange.whenEnded(close);

  engine.changes.add(onChange);
  const onUpdate = (uri: string) => tell(textOf('notifications/resources/updated', { uri }));
  const uris = await subscribeAll(exchange, { subscriptions, onUpdate });
  if (exchange.ended) return close();
  tell = (text) => exchange.channel.send(text);
  tell(
    textOf('notifications/subscriptions/acknowledged', {
      notifications: { ...granted, ...(uris.length > 0 && { resourceSubscriptions: uris }) },
    }),
  );
  early.forEach(tell);
}

function grantedChanges(exchange: Exchange, wanted: JsonObject): JsonObject {
  const { source } = exchange.engine;
  const granted: JsonObject = {};
  if (!source.onChange) return granted;
  for (const side of CHANGED_SIDES) {
    const field = LIST_CHANGES[side];
    if (wanted[field] === true && source[side]) granted[field] = true;
  }
  return granted;
}

interface Subscribing {
  readonly subscriptions: AsyncDisposable[];
  readonly onUpdate: (uri: string) => void;
}

async function subscribeAll(exchange: Exchange, into: Subscribing): Promise<string[]> {
  const { resourceSubscriptions: wanted } = exchange.params['notifications'] as JsonObject;
  const resources = exchange.engine.source.resources;
  if (wanted === undefined || !resources?.subscribe) return [];
  if (!Array.isArray(wanted)) throw invalidParams('resourceSubscriptions must be a list of URIs');
  const granted: string[] = [];
  for (const uri of new Set(wanted.filter((entry) => typeof entry === 'string'))) {
    try {
      into.subscriptions.push(await resources.subscribe(uri, () => into.onUpdate(uri), exchange));
      granted.push(uri);
    } catch {
      // Not granted: the acknowledgment leaves it out, which is how the client learns of it.
    }
  }
  return granted;
}
