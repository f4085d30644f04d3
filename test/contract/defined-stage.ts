// A source of plain functions for the contract, with room for a wrapper around it.
import { once } from 'node:events';
import { defineTools } from '../../src/core/define-tools.ts';
import { PlugboardError } from '../../src/core/errors.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import type { SourceUnderTest } from './describe-source.ts';

export const ECHO_SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
};

export interface Wrapping {
  readonly wrap?: (source: ToolSource) => ToolSource;
  /** How the wrapper spells a name. */
  readonly spell?: (name: string) => string;
}

export async function definedStage({ wrap, spell }: Wrapping = {}): Promise<SourceUnderTest> {
  let running = 0;
  const defined = defineTools({
    name: 'defined',
    tools: {
      'say/echo': {
        inputSchema: ECHO_SCHEMA,
        call: ({ text }) => {
          if (typeof text === 'string') return text;
          throw new PlugboardError('invalid_arguments', { reason: 'text must be a string' });
        },
      },
      wait: {
        call: async (_, { signal }) => {
          signal.throwIfAborted();
          running += 1;
          await once(signal, 'abort');
          running -= 1;
          throw signal.reason;
        },
      },
    },
  });
  return {
    source: wrap ? wrap(defined) : defined,
    echo: spell ? spell('say/echo') : 'say/echo',
    wait: spell ? spell('wait') : 'wait',
    running: () => running,
    change: () => defined.announce('tools'),
  };
}
