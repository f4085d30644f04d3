// Says everything that is wrong with a mcp-bash project; nothing of it is called, nothing is written.
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toPlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { mistakeInSchema } from '../../platform/json-schema.ts';
import type { BashProject } from './bash-project.ts';
import type { PromptItem, Registry, ResourceItem, ToolItem } from './registry-items.ts';
import { openRegistry } from './registry/open-registry.ts';
import { fileBehind } from './registry/to-resource-item.ts';
import { MAX_DEPTH } from './registry/walked-tree.ts';
import { loadServerMeta, serverDefaults } from './server-meta.ts';
import { checkToolFile } from './tool/check-tool-file.ts';
import { distrustOf, HOOKS } from './trusted-hook.ts';

export interface ProjectFinding {
  readonly level: 'error' | 'warning' | 'info';
  readonly section: 'server' | 'tools' | 'resources' | 'prompts';
  readonly message: string;
}

export interface ProjectValidation {
  readonly findings: readonly ProjectFinding[];
  readonly fixesApplied: number;
  readonly defaults: { readonly name: string; readonly title: string; readonly version: string };
}

export interface ProjectValidationOptions {
  /** Make scripts executable that are not. */
  readonly isFixing?: boolean;
  /** What only some clients bear is an error. */
  readonly isStrict?: boolean;
}

export async function validateProject(
  project: BashProject,
  { isFixing = false, isStrict = false }: ProjectValidationOptions = {},
): Promise<ProjectValidation> {
  const report: Report = { findings: [], fixes: 0, isFixing, isStrict };
  checkServer(project, report);
  const registry = await listed(project, report);
  if (registry) {
    tellProblems(registry, report);
    for (const item of registry.tools.items) await checkTool(project, item, report);
    for (const item of registry.resources.items) checkResource(item, report);
    for (const item of registry.prompts.items) checkPrompt(project, item, report);
  }
  tellDeepTools(project, report);
  const { findings, fixes: fixesApplied } = report;
  return { findings, fixesApplied, defaults: serverDefaults(project) };
}

interface Report {
  readonly findings: ProjectFinding[];
  fixes: number;
  readonly isFixing: boolean;
  readonly isStrict: boolean;
}

type Section = ProjectFinding['section'];

const TEXT_FIELDS = ['name', 'title', 'version', 'description', 'websiteUrl'] as const;

function checkServer(project: BashProject, { findings }: Report): void {
  const say = (level: ProjectFinding['level'], message: string) =>
    void findings.push({ level, section: 'server', message });
  const { folders } = project;
  const { data, error } = loadServerMeta(folders.server);
  if (error) say('error', error.message);
  else if (!isFile(join(folders.server, 'server.meta.json'))) {
    say('warning', 'server.d/server.meta.json is missing: the name of the folder is used');
  }
  for (const field of TEXT_FIELDS) {
    const value = data[field];
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      say('warning', `server.meta.json: ${field} must be a text`);
    }
  }
  for (const [hook, { level }] of Object.entries(HOOKS)) {
    const path = join(folders.server, hook);
    // What is wrong with a file of data is told by the list that cannot be made of it.
    const distrust = hook.endsWith('.sh') && isFile(path) ? distrustOf(path, project) : undefined;
    if (distrust) say(level, `${hook} is not run: ${distrust.reason}`);
  }
}

async function listed(project: BashProject, { findings }: Report): Promise<Registry | undefined> {
  await using registry = openRegistry(project, {
    watch: false,
    isStatic: false,
    isReadOnly: true,
    log: () => {},
  });
  try {
    return await registry.current();
  } catch (thrown) {
    const { message } = toPlugboardError(thrown);
    findings.push({ level: 'error', section: 'server', message });
    return undefined;
  }
}

const SECTION_OF: Readonly<Record<keyof Registry, Section>> = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resources',
  prompts: 'prompts',
  completions: 'server',
};

function tellProblems(registry: Registry, { findings }: Report): void {
  for (const kind of Object.keys(SECTION_OF) as (keyof Registry)[]) {
    for (const { subject, error } of registry[kind].problems) {
      // The server's own checks told of hooks already.
      if (subject === 'register.sh') continue;
      findings.push({ level: 'error', section: SECTION_OF[kind], message: error.message });
    }
  }
}

const EXECUTE = 0o111;
const SCHEMAS = ['inputSchema', 'outputSchema'] as const;

async function checkTool(project: BashProject, item: ToolItem, report: Report): Promise<void> {
  const say = (level: ProjectFinding['level'], message: string) =>
    void report.findings.push({ level, section: 'tools', message: `${item.name}: ${message}` });
  if (item.name.includes('.')) {
    say(report.isStrict ? 'error' : 'warning', 'some clients refuse names with a dot');
  }
  if (item.description === '') say('warning', 'has no description');
  for (const key of SCHEMAS) {
    const mistake = await mistakeIn(item[key]);
    if (mistake !== undefined) say('error', `${key} is not a JSON Schema: ${mistake}`);
  }
  try {
    const { path, isExecutable } = checkToolFile(project, item);
    if (isExecutable) return;
    if (!report.isFixing) return say('warning', `${item.path} is not executable (--fix mends it)`);
    chmodSync(path, statSync(path).mode | EXECUTE);
    report.fixes += 1;
    say('info', `${item.path} is executable now`);
  } catch (thrown) {
    const { message, hint } = toPlugboardError(thrown);
    say('error', hint ?? message);
  }
}

async function mistakeIn(schema: JsonObject | undefined): Promise<string | undefined> {
  return schema && mistakeInSchema(schema);
}

function checkResource({ name, uri, provider }: ResourceItem, { findings }: Report): void {
  const file = provider === 'file' ? fileBehind(uri) : undefined;
  if (file === undefined || isFile(file)) return;
  const message = `${name}: there is no file behind ${uri}`;
  findings.push({ level: 'warning', section: 'resources', message });
}

function checkPrompt(project: BashProject, item: PromptItem, { findings }: Report): void {
  const say = (message: string) =>
    void findings.push({
      level: 'warning',
      section: 'prompts',
      message: `${item.name}: ${message}`,
    });
  let text: string;
  try {
    text = readFileSync(join(project.folders.prompts, item.path), 'utf8');
  } catch {
    return say(`its template ${item.path} cannot be read`);
  }
  if (text.trim() === '') return say(`its template ${item.path} is empty`);
  const declared = Object.keys((item.arguments['properties'] ?? {}) as JsonObject);
  const used = new Set(Array.from(text.matchAll(/\{\{([A-Za-z_]\w*)\}\}/gu), ([, name]) => name));
  for (const name of used) {
    if (name !== undefined && !declared.includes(name))
      say(`{{${name}}} is not among its arguments`);
  }
}

/** Tools that lie too deep to be listed. */
function tellDeepTools({ folders }: BashProject, { findings }: Report): void {
  for (const path of filesBelow(folders.tools)) {
    const folderNames = path.split('/').slice(0, -1);
    const isHidden = folderNames.some((name) => name.startsWith('.'));
    if (folderNames.length <= MAX_DEPTH || isHidden || !/\/tool\.\w+$/u.test(path)) continue;
    if (path.endsWith('.meta.json')) continue;
    const message = `${path} lies deeper than three folders and is not listed`;
    findings.push({ level: 'warning', section: 'tools', message });
  }
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
