// What a tool knows of its caller is the same on every surface, as far as the surface knows it.
import { expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { CallContext } from '../../src/core/call-context.ts';
import { describeSurfaces } from '../support/describe-surfaces.ts';
import { ABLE } from '../support/raw-mcp.ts';
import { call, resultOf, type SurfaceClient } from '../support/surface-client.ts';

const TRACE = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
  tracestate: 'vendor=1',
  baggage: 'user=ann',
};

describeSurfaces(({ open, revision }) => {
  const isLibrary = revision === undefined;

  /** Calls a tool and gives the context it saw. */
  async function contextOf(use: (client: SurfaceClient) => Promise<unknown>): Promise<CallContext> {
    let seen: CallContext | undefined;
    const source = defineTools({
      name: 'seeing',
      tools: {
        see: {
          call: (_, ctx) => {
            seen = ctx;
            return 'seen';
          },
        },
      },
    });
    const client = await open(source);
    onTestFinished(() => client[Symbol.asyncDispose]());
    await use(client);
    if (!seen) throw new Error('the tool was not called');
    return seen;
  }

  test('who it is, what it speaks, what it can be asked', async () => {
    const { caller } = await contextOf((client) => call(client, 'see'));
    expect(caller).toEqual(
      isLibrary
        ? { capabilities: {} }
        : { name: 'raw-client', version: '1', revision, capabilities: ABLE },
    );
  });

  test.skipIf(isLibrary)('where its trace comes from', async () => {
    const { trace } = await contextOf((client) =>
      resultOf(client.start('tools/call', { name: 'see', _meta: TRACE }).outcome),
    );
    expect(trace).toMatchObject(TRACE);
  });
});
