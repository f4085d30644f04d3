// `mcp-bash scaffold`: adds a tool, a prompt, a resource and the like, or makes a whole project.
import { newBashProject } from '../../../app/bash/init-bash-project.ts';
import { ASSET_KINDS, scaffoldAsset, type AssetKind } from '../../../app/bash/scaffold-asset.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { unreadable } from '../../unreadable.ts';
import { helloFlag, printNewProject } from '../new-project.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const scaffoldFlags = {
  ui: { doc: 'For a tool: with a page that shows its results.' },
  tool: { value: 'TOOL', doc: 'For a page: the tool it belongs to.' },
  ...helloFlag,
  ...projectRootFlag,
} as const satisfies FlagTable;

type ScaffoldInvocation = Invocation<typeof scaffoldFlags>;

const KINDS = ['server', ...ASSET_KINDS] as const;

export const scaffold = defineCommand({
  name: 'scaffold',
  summary: 'Add a tool, prompt, resource, completion, page or test to the project.',
  operands: [
    { name: 'kind', doc: `${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}.` },
    { name: 'name', doc: 'What it is called; a test needs no name.', optional: true },
  ],
  flags: scaffoldFlags,
  examples: [
    'mcp-bash scaffold server notes',
    'mcp-bash scaffold tool add-note',
    'mcp-bash scaffold ui board --tool add-note',
    'mcp-bash scaffold test',
  ],
  run: runScaffold,
});

export async function runScaffold(invocation: ScaffoldInvocation, deps: Deps): Promise<number> {
  const { options, operands } = invocation;
  const [kind = '', given] = operands;
  if (kind === 'server') {
    const name = needed(kind, given);
    const project = await newBashProject({ name, cwd: deps.cwd, hasHello: !options.noHello });
    return printNewProject(project, deps);
  }
  const asset = toKind(kind);
  const { place } = await scaffoldAsset({
    kind: asset,
    name: asset === 'test' ? 'test' : (options.tool ?? needed(kind, given)),
    projectRoot: projectRootOf(options.projectRoot, deps),
    env: deps.env,
    hasUi: options.ui,
    ...(options.tool !== undefined && { tool: options.tool }),
  });
  deps.io.stdout.write(`Scaffolded ${kind} at ${place}\n`);
  return 0;
}

function toKind(kind: string): AssetKind {
  const known = ASSET_KINDS.find((one) => one === kind);
  if (known) return known;
  const reason = `'${kind}' cannot be scaffolded`;
  const hint = `Kinds: ${KINDS.join(', ')}`;
  throw unreadable(reason, { hint });
}

function needed(kind: string, name: string | undefined): string {
  if (name !== undefined) return name;
  throw unreadable(`a name is missing: mcp-bash scaffold ${kind} NAME`);
}
