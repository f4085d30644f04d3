// Stands for a server that cannot be opened: it has nothing, and says why.
import type { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';

export function brokenSource(id: string, error: PlugboardError): ToolSource {
  return {
    id,
    tools: {
      list: async () => ({ items: [], problems: [{ subject: id, error }] }),
      call: async () => {
        throw error;
      },
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
