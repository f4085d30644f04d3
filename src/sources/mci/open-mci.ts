// Opens an MCI schema as a source of tools.
import type { ToolSource } from '../../core/tool-source.ts';
import { openProject, type MciOptions } from './project.ts';
import { toToolResult } from './execution-result.ts';

export type { MciOptions } from './project.ts';
export type { OpenUpstream, UpstreamDefinition } from './upstreams.ts';

/** A schema or a toolset that is wrong is refused here, with file, line and column. */
export async function openMci(path: string, options: MciOptions = {}): Promise<ToolSource> {
  const project = await openProject(path, options);
  const { info } = project;
  return {
    id: project.id,
    ...(info && { info }),
    tools: {
      list: async () => (await project.current()).listing,
      call: async (name, args, ctx) => {
        const tool = await project.find(name);
        await project.caller.check(tool, args);
        return toToolResult(await project.caller.run(tool, args, ctx));
      },
    },
    ...(project.watches && { onChange: project.onChange }),
    [Symbol.asyncDispose]: project.close,
  };
}
