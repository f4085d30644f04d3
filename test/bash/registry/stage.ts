// A project in a folder of its own, and its registry, closed with the test.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Problem } from '../../../src/core/tool-source.ts';
import { openProject } from '../../../src/sources/bash/open-project.ts';
import type { BashProject } from '../../../src/sources/bash/bash-project.ts';
import type { RegistryKeeper, RegistryKind } from '../../../src/sources/bash/registry-items.ts';
import {
  openRegistry,
  type RegistryOptions,
} from '../../../src/sources/bash/registry/open-registry.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export type Files = Readonly<Record<string, string | object>>;
type Env = Readonly<Record<string, string>>;

export const SCRIPT = '#!/usr/bin/env bash\necho hello\n';

/** Writes files; objects become JSON, and what begins with `#!` is executable. */
export async function write(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, text.startsWith('#!') ? 0o755 : 0o644);
  }
}

export async function projectFolder(files: Files): Promise<string> {
  const folder = await tempFolder();
  await write(folder, files);
  return folder;
}

export interface Kept {
  readonly root: string;
  readonly project: BashProject;
  readonly registry: RegistryKeeper;
  readonly logs: string[];
  readonly changes: RegistryKind[];
}

export interface KeepOptions extends Partial<RegistryOptions> {
  readonly env?: Env;
}

export function keep(root: string, { env = {}, ...options }: KeepOptions = {}): Kept {
  const project = openProject(root, env);
  const logs: string[] = [];
  const changes: RegistryKind[] = [];
  const registry = openRegistry(project, {
    watch: false,
    log: (level, message) => void logs.push(`${level} ${message}`),
    ...options,
  });
  registry.onChange((kind) => void changes.push(kind));
  onTestFinished(() => registry[Symbol.asyncDispose]());
  return { root, project, registry, logs, changes };
}

export async function keepFiles(files: Files, options: KeepOptions = {}): Promise<Kept> {
  return keep(await projectFolder(files), options);
}

export function namesOf({ items }: { readonly items: readonly { readonly name: string }[] }) {
  return items.map(({ name }) => name);
}

export function said({ problems }: { readonly problems: readonly Problem[] }): string {
  return problems.map(({ subject, error }) => `${subject}: ${error.message}`).join('\n');
}

export async function registryFile(root: string, name: string): Promise<JsonObject> {
  const text = await readFile(join(root, '.registry', `${name}.json`), 'utf8');
  return JSON.parse(text) as JsonObject;
}
