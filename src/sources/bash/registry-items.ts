// What the registry files hold, one shape per kind, by the registry specification.
import type { JsonObject } from '../../core/json.ts';
import type { Problem } from '../../core/tool-source.ts';

export interface ToolItem {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Relative to the tools folder. */
  readonly path: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly timeoutSecs?: number;
  readonly timeoutHint?: string;
  readonly progressExtendsTimeout?: boolean;
  readonly maxTimeoutSecs?: number;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

export interface ResourceItem {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Relative to the resources folder; absent where no file is behind it. */
  readonly path?: string;
  readonly uri: string;
  readonly mimeType: string;
  /** `file`, `https`, `git`, `echo`, `ui`, or a script in the project's `providers/`. */
  readonly provider: string;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

export interface TemplateItem {
  readonly name: string;
  readonly uriTemplate: string;
  readonly provider: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Relative to the resources folder: the meta file, beside which completion scripts lie. */
  readonly path?: string;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

export interface PromptItem {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Relative to the prompts folder. */
  readonly path: string;
  /** A JSON Schema of type object. */
  readonly arguments: JsonObject;
  readonly role?: string;
  readonly metadata?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** Registered by hand only. */
export interface CompletionItem {
  readonly name: string;
  /** Relative to the project root. */
  readonly path: string;
  readonly timeoutSecs?: number;
}

/** One kind of things as it stands now: never changed, replaced when something differs. */
export interface RegistryPart<Item> {
  readonly items: readonly Item[];
  readonly byName: ReadonlyMap<string, Item>;
  /** sha256 of the canonical JSON of the items. */
  readonly hash: string;
  readonly problems: readonly Problem[];
}

export interface Registry {
  readonly tools: RegistryPart<ToolItem>;
  /** Static UI resources come last. */
  readonly resources: RegistryPart<ResourceItem>;
  readonly templates: RegistryPart<TemplateItem>;
  readonly prompts: RegistryPart<PromptItem>;
  readonly completions: RegistryPart<CompletionItem>;
}

export type RegistryKind = keyof Registry;

/** Keeps the registry true to the project; the other parts of the source only read it. */
export interface RegistryKeeper extends AsyncDisposable {
  /** The current registry; waits only for the first scan, and is one promise while nothing changes. */
  current(): Promise<Registry>;
  /** Looks again, now, and writes the registry files. */
  refresh(): Promise<Registry>;
  onChange(listener: (kind: RegistryKind) => void): Disposable;
}
