// The resources of a project: listed from the registry, read through providers, followed on request.
import { memoByObject } from '../../core/memo.ts';
import type { Listing, Resource, ResourceSide, ResourceTemplate } from '../../core/tool-source.ts';
import type { BashProject } from './bash-project.ts';
import { closingWork } from '../../core/closing-work.ts';
import type { RegistryKeeper, RegistryPart, ResourceItem, TemplateItem } from './registry-items.ts';
import type { RootsOf } from './resource-reads.ts';

/** Ends with the source: what is being read and followed goes with it. */
export type ClosingResourceSide = Required<ResourceSide> & AsyncDisposable;

/** Providers are loaded with the first read: starting and listing do without. */
const reads = () => import('./resource-reads.ts');

export function resourceSide(
  project: BashProject,
  registry: RegistryKeeper,
  roots: RootsOf,
): ClosingResourceSide {
  const closing = closingWork();
  const followed = new Set<Disposable>();
  const place = { project, registry, roots, closing: closing.signal };
  return {
    list: async () => toListing((await registry.current()).resources),
    templates: async () => toTemplates((await registry.current()).templates),
    read: async (address, ctx) => closing.run((await reads()).readResource(place, address, ctx)),
    subscribe: async (address, onUpdate, ctx) => {
      const one = await closing.run((await reads()).follow(place, { address, onUpdate }, ctx));
      followed.add(one);
      return {
        [Symbol.asyncDispose]: async () => {
          followed.delete(one);
          one[Symbol.dispose]();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of followed) one[Symbol.dispose]();
      followed.clear();
      await closing[Symbol.asyncDispose]();
    },
  };
}

const toListing = memoByObject((part: RegistryPart<ResourceItem>): Listing<Resource> => ({
  items: part.items.map(({ path: _path, provider: _provider, ...shown }) => shown),
  problems: part.problems,
}));

const toTemplates = memoByObject((part: RegistryPart<TemplateItem>): Listing<ResourceTemplate> => ({
  items: part.items.map(({ path: _path, provider: _provider, ...shown }) => shown),
  problems: part.problems,
}));
