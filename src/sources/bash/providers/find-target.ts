// Which resource an address means: a declared one, one of a template, or one any client may name.
import { join } from 'node:path';
import type { JsonObject } from '../../../core/json.ts';
import { memoByObject } from '../../../core/memo.ts';
import type { BashProject } from '../bash-project.ts';
import { mimeTypeOf } from '../registry/mime-types.ts';
import type { Registry, RegistryPart, ResourceItem, TemplateItem } from '../registry-items.ts';
import { matchTemplate, type TemplateValues } from './match-template.ts';

export interface ReadTarget {
  readonly uri: string;
  readonly provider: string;
  readonly mimeType: string;
  /** The project itself names this very URI. */
  readonly isDeclared: boolean;
  /** No resource or template leads to its scheme: scripts of the project are not for it. */
  readonly isForeign?: boolean;
  /** The file the registry knows behind it, absolute. */
  readonly knownPath?: string;
  readonly template?: { readonly name: string; readonly values: TemplateValues };
  readonly _meta?: JsonObject;
}

/** Providers for addresses nobody declared; their own rules say what is allowed. */
const OPEN_SCHEMES: Readonly<Record<string, string>> = {
  file: 'file',
  https: 'https',
  git: 'git',
  'git+https': 'git',
};

const byUri = memoByObject(
  ({ items }: RegistryPart<ResourceItem>) => new Map(items.map((item) => [item.uri, item])),
);

/** By URI first; a name serves too. */
export function findTarget(
  address: string,
  registry: Registry,
  project: BashProject,
): ReadTarget | undefined {
  const { resources, templates } = registry;
  const item = byUri(resources).get(address) ?? resources.byName.get(address);
  if (item) return toDeclared(item, project);
  for (const template of templates.items) {
    const values = matchTemplate(template.uriTemplate, address);
    if (values) return toExpanded(address, template, values);
  }
  return toForeign(address, registry);
}

function toDeclared(item: ResourceItem, { folders }: BashProject): ReadTarget {
  const { uri, provider, mimeType, path, _meta } = item;
  return {
    uri,
    provider,
    mimeType,
    isDeclared: true,
    ...(path !== undefined && { knownPath: join(folders.resources, path) }),
    ...(_meta && { _meta }),
  };
}

function toExpanded(uri: string, template: TemplateItem, values: TemplateValues): ReadTarget {
  const { name, provider, mimeType = mimeTypeOf(uri) } = template;
  return { uri, provider, mimeType, isDeclared: false, template: { name, values } };
}

/** A scheme that some resource reads through the provider of that name is open to all its addresses. */
function toForeign(uri: string, { resources, templates }: Registry): ReadTarget | undefined {
  const scheme = schemeOf(uri);
  if (scheme === undefined || scheme === 'ui') return undefined;
  const provider = OPEN_SCHEMES[scheme] ?? scheme;
  const declares = (address: string, item: { readonly provider: string }) =>
    item.provider === provider && schemeOf(address) === scheme;
  const isKnown =
    resources.items.some((item) => declares(item.uri, item)) ||
    templates.items.some((item) => declares(item.uriTemplate, item));
  if (!isKnown && !Object.hasOwn(OPEN_SCHEMES, scheme)) return undefined;
  return { uri, provider, mimeType: mimeTypeOf(uri), isDeclared: false, isForeign: !isKnown };
}

function schemeOf(uri: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/u.exec(uri)?.[1];
}
