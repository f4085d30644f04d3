// Opens a path for the length of one command: nothing is watched, and the caller's environment counts.
import type { ToolSource } from '../../core/tool-source.ts';
import type { Deps } from '../deps.ts';

/** `onlyTool` is all that will be called of it; without it everything is wanted. */
export async function openPath(
  path: string,
  { cwd, env }: Deps,
  onlyTool?: string,
): Promise<ToolSource> {
  const [{ openSource }, { scriptEnv }] = await Promise.all([
    import('../../app/open-source.ts'),
    import('../../app/script-env.ts'),
  ]);
  return openSource(path, {
    cwd,
    scripts: (root) => ({
      watch: false,
      configEnv: () => scriptEnv(root),
      ...(onlyTool !== undefined && { onlyTool }),
    }),
    mci: { inherited: env, watch: false },
    bash: { env, watch: false },
  });
}
