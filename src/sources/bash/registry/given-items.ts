// Items that were given as data, by a manual registration or a registry file, checked one by one.
import { isAbsolute, join, relative } from 'node:path';
import type { JsonObject } from '../../../core/json.ts';
import type { Problem } from '../../../core/tool-source.ts';
import type { BashProject } from '../bash-project.ts';
import type {
  CompletionItem,
  PromptItem,
  ResourceItem,
  TemplateItem,
  ToolItem,
} from '../registry-items.ts';
import { toProblem, type Finds, type Found } from './found.ts';
import { boundOf, mistake, secondsField, textField, type Fields } from './item-fields.ts';
import type { RegisteredKind } from './registered.ts';
import { toPromptItem } from './to-prompt-item.ts';
import { toResourceItem, toTemplateItem } from './to-resource-item.ts';
import { toToolItem } from './to-tool-item.ts';

export interface ItemOf {
  readonly tools: ToolItem;
  readonly resources: ResourceItem;
  readonly resourceTemplates: TemplateItem;
  readonly prompts: PromptItem;
  readonly completions: CompletionItem;
}

type ToItem<Kind extends RegisteredKind> = (fields: Fields, project: BashProject) => ItemOf[Kind];

const TO_ITEM: { readonly [Kind in RegisteredKind]: ToItem<Kind> } = {
  tools: (fields, { folders }) => {
    const path = pathField(fields, folders.tools);
    return toToolItem(fields, { path, name: nameField(fields) });
  },
  resources: (fields, project) => {
    const path = textField(fields, 'path');
    nameField(fields);
    return toResourceItem(fields, { project, ...(path !== undefined && { path }) });
  },
  resourceTemplates: (fields, project) => {
    const path = textField(fields, 'path');
    return toTemplateItem(fields, { project, ...(path !== undefined && { path }) });
  },
  prompts: (fields, { folders }) => {
    const path = pathField(fields, folders.prompts);
    return toPromptItem(fields, { path, name: nameField(fields) });
  },
  completions: (fields, { root }) => {
    const timeoutSecs = secondsField(fields, 'timeoutSecs');
    return {
      name: nameField(fields),
      path: pathField(fields, root),
      ...(timeoutSecs !== undefined && { timeoutSecs }),
    };
  },
};

export interface GivenItems {
  readonly list: readonly JsonObject[];
  /** For words: where they come from. */
  readonly origin: string;
  readonly project: BashProject;
}

/** One that is wrong is a problem and never hides the rest. */
export function fromGiven<Kind extends RegisteredKind>(
  kind: Kind,
  { list, origin, project }: GivenItems,
): Finds<ItemOf[Kind]> {
  const found: Found<ItemOf[Kind]>[] = [];
  const problems: Problem[] = [];
  for (const [at, data] of list.entries()) {
    const subject = `${relative(project.root, origin)} ${kind}[${at}]`;
    try {
      const item = TO_ITEM[kind]({ data, origin: subject, folder: project.root }, project);
      const maxBytes = boundOf(JSON.stringify(data).length, 'icons' in item ? item : {});
      found.push({ item, maxBytes, isDeclared: true });
    } catch (thrown) {
      problems.push(toProblem(subject, thrown));
    }
  }
  return { found, problems };
}

function nameField(fields: Fields): string {
  const name = textField(fields, 'name');
  if (name !== undefined) return name;
  throw mistake(fields, 'name is missing');
}

/** Relative to a folder, and inside it. */
function pathField(fields: Fields, folder: string): string {
  const path = textField(fields, 'path');
  if (path === undefined) throw mistake(fields, 'path is missing');
  const inside = relative(folder, isAbsolute(path) ? path : join(folder, path));
  if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return inside;
  throw mistake(fields, `path '${path}' leads out of ${folder}`);
}
