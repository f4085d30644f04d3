// Metadata of a resource or a resource template as an item of the registry.
import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BashProject } from '../bash-project.ts';
import type { ResourceItem, TemplateItem } from '../registry-items.ts';
import { commonFields, mistake, objectField, textField, type Fields } from './item-fields.ts';
import { mimeTypeOf } from './mime-types.ts';

export interface ResourcePlace {
  readonly project: BashProject;
  /** Relative to the resources folder; absent where no file is behind it. */
  readonly path?: string;
  /** What it is called where nobody says. */
  readonly name?: string;
}

export function toResourceItem(fields: Fields, place: ResourcePlace): ResourceItem {
  const name = textField(fields, 'name') ?? place.name;
  if (name === undefined) throw mistake(fields, 'name is missing');
  const declared = textField(fields, 'uri');
  const file =
    place.path === undefined ? undefined : join(place.project.folders.resources, place.path);
  if (declared === undefined && file === undefined) throw mistake(fields, 'uri is missing');
  const uri = declared === undefined ? fileUri(file ?? '') : toAbsoluteUri(declared, place.project);
  const annotations = objectField(fields, 'annotations');
  return {
    name,
    description: textField(fields, 'description') ?? '',
    ...(place.path !== undefined && { path: place.path }),
    uri,
    mimeType: textField(fields, 'mimeType') ?? mimeTypeOf(place.path ?? uri),
    provider: providerOf(fields, uri, place.project),
    ...(annotations && { annotations }),
    ...commonFields(fields),
  };
}

/** What is behind a `file:` URI, where it is one. */
export function fileBehind(uri: string): string | undefined {
  const [, path] = /^file:\/\/(\/.*)$/u.exec(uri) ?? [];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function toTemplateItem(fields: Fields, place: ResourcePlace): TemplateItem {
  const name = textField(fields, 'name') ?? place.name;
  const uriTemplate = textField(fields, 'uriTemplate');
  if (name === undefined) throw mistake(fields, 'name is missing');
  if (uriTemplate === undefined || !/\{[^{}]+\}/u.test(uriTemplate)) {
    throw mistake(fields, 'uriTemplate must hold at least one {variable}');
  }
  const description = textField(fields, 'description');
  const mimeType = textField(fields, 'mimeType');
  const annotations = objectField(fields, 'annotations');
  const { icons: _, ...common } = commonFields(fields);
  return {
    name,
    uriTemplate,
    provider: providerOf(fields, uriTemplate, place.project),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(place.path !== undefined && { path: place.path }),
    ...(annotations && { annotations }),
    ...common,
  };
}

function fileUri(path: string): string {
  return pathToFileURL(path).href;
}

/** `file://./x` is meant from the resources folder, or else from the project. */
function toAbsoluteUri(uri: string, { root, folders }: BashProject): string {
  const [, path] = /^file:\/\/(\.{1,2}\/.*)$/u.exec(uri) ?? [];
  if (path === undefined) return uri;
  const file = resolve(folders.resources, path);
  return fileUri(existsSync(file) ? file : resolve(root, path));
}

const BUILT_IN = new Set(['file', 'https', 'git', 'echo', 'ui']);

const PROVIDER_OF_SCHEME: Readonly<Record<string, string>> = {
  file: 'file',
  https: 'https',
  git: 'git',
  'git+https': 'git',
  ui: 'ui',
  echo: 'echo',
};

/** A scheme nobody knows is that of a project's own provider, or else left to `file`. */
function providerOf(fields: Fields, uri: string, project: BashProject): string {
  const said = textField(fields, 'provider');
  if (said !== undefined) {
    if (BUILT_IN.has(said) || hasScript(said, project)) return said;
    throw mistake(fields, `provider '${said}' is not supported: there is no providers/${said}.sh`);
  }
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/iu.exec(uri) ?? [];
  const known = PROVIDER_OF_SCHEME[scheme.toLowerCase()];
  if (known !== undefined) return known;
  return scheme !== '' && hasScript(scheme, project) ? scheme : 'file';
}

function hasScript(provider: string, { folders }: BashProject): boolean {
  const file = join(folders.providers, `${provider}.sh`);
  const inside = relative(folders.providers, file);
  return !inside.startsWith('..') && !isAbsolute(inside) && existsSync(file);
}
