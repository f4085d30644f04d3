// The resources one session of the legacy era follows, by their URIs.
import { PlugboardError } from '../../core/errors.ts';
import { crypto } from '../../platform/crypto.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import { notificationText } from '../wire/jsonrpc.ts';
import type { Engine } from './engine.ts';
import type { Exchange } from './exchange.ts';
import { stringParam, uriOf } from './methods.ts';

interface Followed {
  /** Only where the dialect tells subscriptions apart by ids. */
  readonly id: string | undefined;
  readonly making: Promise<AsyncDisposable>;
}

export class SessionSubscriptions implements Disposable {
  #engine: Engine;
  #push: (text: string) => void;
  #followed = new Map<string, Followed>();

  constructor(engine: Engine, push: (text: string) => void) {
    this.#engine = engine;
    this.#push = push;
  }

  async subscribe(exchange: Exchange): Promise<void> {
    const resources = this.#engine.source.resources;
    if (!resources?.subscribe) {
      throw new PlugboardError('not_supported', { source: 'This server', what: exchange.method });
    }
    const uri = await uriOf(exchange);
    let followed = this.#followed.get(uri);
    if (!followed) {
      const id = this.#engine.dialect?.hasSubscriptionIds
        ? `sub-${crypto().randomUUID()}`
        : undefined;
      const ids = id === undefined ? {} : { subscriptionId: id, subscription: { id, uri } };
      const tell = () =>
        this.#push(notificationText('notifications/resources/updated', { uri, ...ids }));
      followed = { id, making: resources.subscribe(uri, tell, exchange) };
      this.#followed.set(uri, followed);
      // One that failed may be asked for again.
      followed.making.catch(() => this.#followed.delete(uri));
    }
    await followed.making;
    exchange.succeed(followed.id === undefined ? {} : { subscriptionId: followed.id });
  }

  async unsubscribe(exchange: Exchange): Promise<void> {
    const uri = this.#uriToLeave(exchange);
    const followed = uri === undefined ? undefined : this.#followed.get(uri);
    if (uri !== undefined) this.#followed.delete(uri);
    if (followed) await ended(followed);
    exchange.succeed({});
  }

  [Symbol.dispose](): void {
    for (const followed of this.#followed.values()) {
      ended(followed).catch((thrown: unknown) => {
        this.#engine.problem('a subscription could not be ended', thrown);
      });
    }
    this.#followed.clear();
  }

  #uriToLeave({ params }: Exchange): string | undefined {
    const { uri, subscriptionId } = params;
    if (uri !== undefined || !this.#engine.dialect?.hasSubscriptionIds) {
      return stringParam('uri', uri);
    }
    if (typeof subscriptionId !== 'string')
      throw invalidParams('uri or subscriptionId is required');
    return [...this.#followed].find(([, { id }]) => id === subscriptionId)?.[0];
  }
}

/** Also one that is still being made; one that failed has nothing to end. */
async function ended({ making }: Followed): Promise<void> {
  const subscription = await making.catch(() => undefined);
  await subscription?.[Symbol.asyncDispose]();
}
