// Makes a project of shell tools: in a folder that is there, or in a new one.
import { basename, join, relative } from 'node:path';
import { openProject } from '../../sources/bash/open-project.ts';
import { serverName } from '../../sources/bash/server-meta.ts';
import { checkName, completeLines, layOut, refuseExisting, type TemplateName } from './lay-out.ts';

export interface InitOptions {
  /** Absolute. */
  readonly folder: string;
  /** Default: the name of the folder. */
  readonly name?: string;
  readonly hasHello: boolean;
}

export interface NewBashProject {
  readonly folder: string;
  readonly name: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
}

/** What is there stays; a project that has begun is completed. */
export async function initBashProject(options: InitOptions): Promise<NewBashProject> {
  const { folder } = options;
  const name = options.name === undefined ? nameOf(folder) : checkName(options.name);
  const { files } = await laidOut({ ...options, name }, ['server']);
  await completeLines(join(folder, '.gitignore'), 'server/gitignore.txt');
  return { folder, name: serverName(openProject(folder, {})), files };
}

export interface NewOptions {
  readonly name: string;
  readonly cwd: string;
  readonly hasHello: boolean;
}

export async function newBashProject(options: NewOptions): Promise<NewBashProject> {
  const name = checkName(options.name);
  const folder = join(options.cwd, name);
  await refuseExisting(folder, name);
  return laidOut({ folder, name, hasHello: options.hasHello }, ['server', 'readme']);
}

async function laidOut(
  { folder, name, hasHello }: Required<InitOptions>,
  templates: readonly TemplateName[],
): Promise<NewBashProject> {
  const written: string[] = [];
  for (const template of templates) {
    written.push(...(await layOut({ template, target: folder, name })));
  }
  if (hasHello) {
    const target = join(folder, 'tools', 'hello');
    written.push(...(await layOut({ template: 'hello', target, name: 'hello' })));
  }
  return { folder, name, files: written.map((file) => relative(folder, file)) };
}

/** A folder may be called what no server may. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '-')
    .slice(0, 64);
  return name === '' ? 'server' : name;
}
