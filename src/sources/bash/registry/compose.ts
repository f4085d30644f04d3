// Joins what was found with what was registered by hand to the registry.
import { PlugboardError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/tool-source.ts';
import type { BashProject } from '../bash-project.ts';
import type { Registry, RegistryPart, ResourceItem, TemplateItem } from '../registry-items.ts';
import type { Finds, Found } from './found.ts';
import { fromGiven, type ItemOf } from './given-items.ts';
import type { Registered, RegisteredKind } from './registered.ts';
import { EMPTY_PART, joined, keptPart, refuseTooLarge } from './registry-part.ts';

/** What discovery gives, kind by kind. */
export interface Discovered {
  readonly tools: Finds<ItemOf['tools']>;
  readonly resources: Finds<ItemOf['resources']>;
  readonly resourceTemplates: Finds<ItemOf['resourceTemplates']>;
  readonly prompts: Finds<ItemOf['prompts']>;
  readonly completions: Finds<ItemOf['completions']>;
  readonly pages: Finds<ResourceItem>;
}

export const EMPTY_REGISTRY: Registry = {
  tools: EMPTY_PART,
  resources: EMPTY_PART,
  templates: EMPTY_PART,
  prompts: EMPTY_PART,
  completions: EMPTY_PART,
};

/** The registry, and apart what goes into files of their own. */
export interface Composed {
  readonly registry: Registry;
  readonly files: RegistryFiles;
}

/** What each file holds: the name of the file is the key. */
export interface RegistryFiles {
  readonly tools: RegistryPart<object>;
  readonly resources: RegistryPart<object>;
  readonly 'resource-templates': RegistryPart<object>;
  readonly prompts: RegistryPart<object>;
  readonly completions: RegistryPart<object>;
  readonly 'ui-resources': RegistryPart<object>;
}

export const EMPTY_COMPOSED: Composed = {
  registry: EMPTY_REGISTRY,
  files: {
    tools: EMPTY_PART,
    resources: EMPTY_PART,
    'resource-templates': EMPTY_PART,
    prompts: EMPTY_PART,
    completions: EMPTY_PART,
    'ui-resources': EMPTY_PART,
  },
};

export interface ComposeFacts {
  readonly project: BashProject;
  readonly discovered: Discovered;
  readonly registered: Registered | undefined;
  /** What could not be taken into account, whatever the kind. */
  readonly problems: readonly Problem[];
}

export function compose(before: Composed, facts: ComposeFacts): Composed {
  const { discovered, problems } = facts;
  const tools = chosen('tools', facts);
  const resources = chosen('resources', facts);
  const prompts = chosen('prompts', facts);
  const completions = chosen('completions', facts);
  const limitBytes = facts.project.settings.registryMaxBytes;
  for (const [kind, finds] of Object.entries({ tools, resources, prompts })) {
    refuseTooLarge(kind, finds, limitBytes);
  }
  const old = before.registry;
  const plain = keptPart<ResourceItem>(
    before.files.resources as RegistryPart<ResourceItem>,
    joined(resources.found, resources.problems),
  );
  const pages = keptPart<ResourceItem>(
    before.files['ui-resources'] as RegistryPart<ResourceItem>,
    joined(discovered.pages.found, discovered.pages.problems),
  );
  const registry: Registry = {
    tools: keptPart(old.tools, joined(tools.found, [...tools.problems, ...problems])),
    resources: keptPart(old.resources, {
      items: pages.items.length === 0 ? plain.items : [...plain.items, ...pages.items],
      problems: [...plain.problems, ...pages.problems],
    }),
    templates: keptPart(old.templates, templatesOf(facts, plain)),
    prompts: keptPart(old.prompts, joined(prompts.found, prompts.problems)),
    completions: keptPart(old.completions, joined(completions.found, completions.problems)),
  };
  return { registry, files: toFiles(registry, plain, pages) };
}

function toFiles(
  { tools, templates, prompts, completions }: Registry,
  resources: RegistryPart<ResourceItem>,
  pages: RegistryPart<ResourceItem>,
): RegistryFiles {
  return {
    tools,
    resources,
    'resource-templates': templates,
    prompts,
    completions,
    'ui-resources': pages,
  };
}

/** What is registered replaces what is found; a kind nobody registers is left to discovery. */
function chosen<Kind extends RegisteredKind>(
  kind: Kind,
  { project, discovered, registered }: ComposeFacts,
): Finds<ItemOf[Kind]> {
  const list = registered?.kinds[kind];
  if (!registered || list === undefined) return discovered[kind] as Finds<ItemOf[Kind]>;
  return fromGiven(kind, { list, origin: registered.origin, project });
}

/** Templates that are registered stand before those that are found; an empty list is none at all. */
function templatesOf(
  facts: ComposeFacts,
  resources: RegistryPart<ResourceItem>,
): { readonly items: readonly TemplateItem[]; readonly problems: readonly Problem[] } {
  const given = facts.registered?.kinds.resourceTemplates;
  const { found, problems } = chosen('resourceTemplates', facts);
  const taken = new Set(found.map(({ item }) => item.name));
  const isMerged = given !== undefined && given.length > 0;
  const { resourceTemplates } = facts.discovered;
  const others = isMerged
    ? resourceTemplates.found.filter(({ item }) => !taken.has(item.name))
    : [];
  const all: readonly Found<TemplateItem>[] = [...found, ...others];
  const clashing = all.filter(({ item }) => resources.byName.has(item.name));
  const free = all.filter(({ item }) => !resources.byName.has(item.name));
  return joined(free, [...problems, ...clashing.map(({ item }) => clash(item))]);
}

function clash({ name, uriTemplate }: TemplateItem): Problem {
  const reason = `the name '${name}' is taken by a resource`;
  const error = new PlugboardError('config_error', { file: uriTemplate, reason });
  return { subject: uriTemplate, error };
}
