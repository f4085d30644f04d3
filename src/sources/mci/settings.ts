// What the main schema says about itself: directories and path rules, with `{{env.X}}` filled in.
import { dirname, resolve } from 'node:path';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { DataPath } from './check/finding.ts';
import { mistakeIn, type SchemaFile } from './load-schema.ts';
import { overridden, type OwnPathSettings, type PathRules } from './path-rules.ts';
import { parseTemplate } from './template/parse-template.ts';
import { renderTemplate } from './template/render-template.ts';

export type Env = Readonly<Record<string, string>>;

export interface Settings {
  readonly schemaDir: string;
  readonly libraryDir: string;
  readonly paths: PathRules;
}

export const DEFAULT_LIBRARY = './mci';

export async function toSettings({ file, data }: SchemaFile, env: Env): Promise<Settings> {
  const schemaDir = dirname(file);
  const library = await filledIn(file, ['libraryDir'], {
    text: data.libraryDir ?? DEFAULT_LIBRARY,
    env,
  });
  const own = await ownPathSettings({ file, data, at: [] }, env);
  const closed: PathRules = { schemaDir, anyPaths: false, allowed: [] };
  return { schemaDir, libraryDir: resolve(schemaDir, library), paths: overridden(closed, own) };
}

export interface PathSettingsHolder {
  readonly file: string;
  /** The main schema, or a tool. */
  readonly data: OwnPathSettings;
  readonly at: DataPath;
}

/** Nothing is waited for where nothing is said, which is the case of nearly every tool. */
export function hasPathSettings(data: OwnPathSettings): boolean {
  return data.enableAnyPaths !== undefined || data.directoryAllowList !== undefined;
}

export async function ownPathSettings(
  { file, data, at }: PathSettingsHolder,
  env: Env,
): Promise<OwnPathSettings> {
  const { enableAnyPaths, directoryAllowList } = data;
  const directories = directoryAllowList?.map((text, place) =>
    filledIn(file, [...at, 'directoryAllowList', place], { text, env }),
  );
  return {
    ...(enableAnyPaths !== undefined && { enableAnyPaths }),
    ...(directories && { directoryAllowList: await Promise.all(directories) }),
  };
}

async function filledIn(
  file: string,
  path: DataPath,
  setting: { readonly text: string; readonly env: Env },
): Promise<string> {
  try {
    return fillFromEnv(setting.text, setting.env);
  } catch (thrown) {
    throw await mistakeIn(file, path, toPlugboardError(thrown).message);
  }
}

/** Renders a text that may use the environment and nothing else. */
export function fillFromEnv(text: string, env: Env): string {
  if (!text.includes('{{')) return text;
  const template = parseTemplate(text);
  const other = template.paths.find(({ root }) => root !== 'env' && root !== 'loop');
  if (other) {
    const output = `only {{env.NAME}} can be used here, not '${other.text}'`;
    throw new PlugboardError('tool_failed', { output });
  }
  return renderTemplate(template, { props: {}, env });
}
