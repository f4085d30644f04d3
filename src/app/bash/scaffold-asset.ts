// Adds a tool, a prompt, a resource and the like to a project.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { exists } from '../locate.ts';
import { checkName, layOut, refuseExisting, writeNew, type TemplateName } from './lay-out.ts';

export interface AssetRequest {
  readonly kind: AssetKind;
  readonly name: string;
  readonly projectRoot: string;
  readonly env: Environment;
  /** A tool gets a page of its own. */
  readonly hasUi: boolean;
  /** The tool a page belongs to. */
  readonly tool?: string;
}

export interface NewAsset {
  readonly place: string;
  readonly files: readonly string[];
}

interface AssetRow {
  readonly template: TemplateName;
  /** The folder it gets, or shares. */
  readonly folder: (project: BashProject, request: AssetRequest) => string;
  /** The files that must not be there yet; default the folder. The first is shown as its place. */
  readonly files?: (folder: string, name: string) => readonly string[];
  readonly after?: (project: BashProject, request: AssetRequest) => Promise<readonly string[]>;
}

const ASSETS = {
  tool: {
    template: 'tool',
    folder: ({ folders }, { name }) => join(folders.tools, name),
    after: async ({ folders }, { name, hasUi }) =>
      hasUi ? layOut({ template: 'ui', target: join(folders.tools, name, 'ui'), name }) : [],
  },
  prompt: { template: 'prompt', folder: ({ folders }, { name }) => join(folders.prompts, name) },
  resource: {
    template: 'resource',
    folder: ({ folders }, { name }) => join(folders.resources, name),
  },
  completion: {
    template: 'completion',
    folder: ({ root }) => join(root, 'completions'),
    files: (folder, name) => [join(folder, `${name}.sh`)],
    after: registerCompletion,
  },
  ui: {
    template: 'ui',
    folder: ({ folders }, { name, tool }) =>
      tool === undefined ? join(folders.ui, name) : join(folders.tools, tool, 'ui'),
  },
  test: {
    template: 'test',
    folder: ({ root }) => join(root, 'test'),
    files: (folder) => [join(folder, 'run.sh'), join(folder, 'README.md')],
  },
} as const satisfies Readonly<Record<string, AssetRow>>;

export type AssetKind = keyof typeof ASSETS;
export const ASSET_KINDS = Object.keys(ASSETS) as readonly AssetKind[];

export async function scaffoldAsset(request: AssetRequest): Promise<NewAsset> {
  const row: AssetRow = ASSETS[request.kind];
  const name = checkName(request.name);
  if (request.tool !== undefined) checkName(request.tool);
  const project = openProject(request.projectRoot, request.env);
  if (request.tool !== undefined) await requireTool(join(project.folders.tools, request.tool));
  const folder = row.folder(project, request);
  const places = row.files?.(folder, name) ?? [folder];
  for (const place of places) await refuseExisting(place, place);
  const files = await layOut({ template: row.template, target: folder, name });
  return {
    place: places[0] ?? folder,
    files: [...files, ...((await row.after?.(project, request)) ?? [])],
  };
}

/** A page beside no tool would be shown by nobody. */
async function requireTool(folder: string): Promise<void> {
  if (await exists(folder)) return;
  const name = basename(folder);
  const hint = `Run \`mcp-bash scaffold tool ${name} --ui\` to make it with a page`;
  throw new PlugboardError('not_found', { kind: 'tool', name }, { hint });
}

const FINALIZE = 'mcp_completion_manual_finalize';

/** Registered where the others are: before the end of their list, or at the end of the file. */
async function registerCompletion(
  { folders }: BashProject,
  { name }: AssetRequest,
): Promise<readonly string[]> {
  const file = join(folders.server, 'register.sh');
  const item = JSON.stringify({ name, path: `completions/${name}.sh`, timeoutSecs: 5 });
  const line = `mcp_completion_register_manual '${item}'\n`;
  if (!(await exists(file))) {
    const about =
      '# What cannot be found by looking: completions of arguments.\n# shellcheck shell=bash\n';
    await writeNew(file, `${about}mcp_completion_manual_begin\n${line}${FINALIZE}\n`);
    return [file];
  }
  const text = await readFile(file, 'utf8');
  const at = text.lastIndexOf(`${FINALIZE}\n`);
  const end = at === -1 ? text.length : at;
  await writeFile(file, text.slice(0, end) + line + text.slice(end));
  return [];
}
