// Opens a mcp-bash project as a source: its tools, resources, prompts and completions.
import { basename } from 'node:path';
import type { ChangedSide, ToolSource } from '../../core/tool-source.ts';
import { ownEnv } from '../../platform/env.ts';
import type { Log } from '../../platform/log.ts';
import { completionSide } from './completion-side.ts';
import { openProject } from './open-project.ts';
import { promptSide } from './prompt-side.ts';
import type { RegistryKind } from './registry-items.ts';
import { openRegistry } from './registry/open-registry.ts';
import { resourceSide } from './resource-side.ts';
import { projectRoots } from './roots.ts';
import { readServerInfo } from './server-meta.ts';
import { toolSide, type ToolSideOptions } from './tool-side.ts';
import { warnOfProblems } from './warn-of-problems.ts';

export interface BashOptions extends Pick<ToolSideOptions, 'told' | 'onStderr'> {
  /** Default: the name of the project's folder. */
  readonly id?: string;
  /** What settings and scripts are read from; default our own environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether changes on disk are followed; default true. */
  readonly watch?: boolean;
  readonly log?: Log;
}

/** The list that changes with a kind of the registry. */
const CHANGED: Readonly<Partial<Record<RegistryKind, ChangedSide>>> = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resources',
  prompts: 'prompts',
};

export async function openBash(root: string, options: BashOptions = {}): Promise<ToolSource> {
  const { env = ownEnv(), watch = true, log = () => {}, id, told, onStderr } = options;
  const project = openProject(root, env);
  const info = await readServerInfo(project);
  const registry = openRegistry(project, { watch, log });
  const tools = toolSide(project, registry, {
    info,
    ...(told && { told }),
    ...(onStderr && { onStderr }),
  });
  const resources = resourceSide(project, registry, (ctx) => projectRoots(project, ctx));
  const prompts = promptSide(project, registry);
  const completions = completionSide(project, registry);
  return {
    id: id ?? basename(project.root),
    info,
    checksArguments: true,
    tools: { list: warnOfProblems(tools.list, 'tools'), call: tools.call },
    resources: {
      list: warnOfProblems(resources.list, 'resources'),
      templates: warnOfProblems(resources.templates, 'resources'),
      read: resources.read,
      ...(resources.subscribe && { subscribe: resources.subscribe }),
    },
    prompts: { list: warnOfProblems(prompts.list, 'prompts'), get: prompts.get },
    completions: { complete: completions.complete },
    ...(watch && {
      onChange: (listener: (what: ChangedSide) => void) =>
        registry.onChange((kind) => {
          const side = CHANGED[kind];
          if (side) listener(side);
        }),
    }),
    [Symbol.asyncDispose]: async () => {
      const parts = [tools, resources, completions, registry];
      await Promise.allSettled(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
