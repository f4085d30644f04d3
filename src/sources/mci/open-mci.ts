// Opens an MCI schema as a source of tools.
import type { ToolSource } from '../../core/tool-source.ts';
import { openProject, type MciOptions } from './project.ts';
import { toToolResult } from './execution-result.ts';

export type { MciOptions } from './project.ts';
export type { OpenUpstream, UpstreamDefinition } from './upstreams.ts';

/** A schema or a toolset that is wrong is refused here, with file, line and column. */
export async function openMci(path: string, options: MciOptions = {}): Promise<ToolSource> {
  const project = await openProject(path, options);
  const { info, caller } = project;
  return {
    id: project.id,
    ...(info && { info }),
    ...(options.compile && { checksArguments: true }),
    tools: {
      list: project.list,
      call: async (name, args, ctx) => {
        const tool = await project.find(name);
        const refusal = caller.check(tool, args);
        if (refusal) await refusal;
        const outcome = caller.run(tool, args, ctx);
        // A wait where there is nothing to wait for is a good part of the cost of a small call.
        const result = toToolResult(outcome instanceof Promise ? await outcome : outcome);
        const breach = caller.checkResult(tool, result);
        if (breach) await breach;
        return result;
      },
    },
    ...(project.watches && { onChange: project.onChange }),
    [Symbol.asyncDispose]: project.close,
  };
}
