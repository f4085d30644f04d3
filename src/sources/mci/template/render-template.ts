// Renders a parsed template: time is bounded by steps, output by its cap, and data stays data.
import { PlugboardError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import { isMet, type Evaluation } from './evaluate.ts';
import { amountOf, kindOf, missAt, valueAt, type Scope, type Slots } from './scope.ts';
import type {
  Alternative,
  Amount,
  ForeachNode,
  ForNode,
  Path,
  PrintNode,
  Template,
  TemplateNode,
} from './template.ts';
import { templateError } from './template-error.ts';

/** Who wrote a piece of output. */
export type Origin = 'author' | 'env' | 'props';

export interface Piece {
  readonly text: string;
  readonly origin: Origin;
  /** What was printed, before it became text. */
  readonly value: JsonValue;
}

/** Where the output goes: may spell a piece differently there, or refuse it by throwing. */
export type Place = (piece: Piece) => string;

export const RENDER_LIMITS = {
  maxOutputChars: { value: 10_485_760, doc: 'Output of one template; more of it is an error' },
  maxSteps: { value: 10_000_000, doc: 'Work of one template: nodes and loop rounds visited' },
} as const;

const CHUNK_CHARS = 16_384;
const READ = /^/u;

export interface RenderOptions {
  readonly place?: Place;
  readonly maxOutputChars?: number;
  readonly maxSteps?: number;
}

export interface Rendered {
  readonly text: string;
  readonly steps: number;
}

export function renderTemplate(template: Template, scope: Scope, options?: RenderOptions): string {
  return renderCounted(template, scope, options).text;
}

/** As `renderTemplate`, and tells how much work it was. */
export function renderCounted(
  template: Template,
  scope: Scope,
  options: RenderOptions = {},
): Rendered {
  const run = new Rendering(template, scope, options);
  run.renderAll(template.nodes);
  return { text: run.finished(), steps: run.steps };
}

class Rendering implements Evaluation {
  readonly scope: Scope;
  readonly slots: Slots = { values: [], keys: [] };
  steps = 0;
  readonly #template: Template;
  readonly #place: Place | undefined;
  readonly #maxOutputChars: number;
  readonly #maxSteps: number;
  #filled: Map<object, boolean> | undefined;
  /** What is finished of the output, and what still grows. */
  readonly #chunks: string[] = [];
  #text = '';
  #chars = 0;
  #endsWithAuthor = false;

  constructor(template: Template, scope: Scope, options: RenderOptions) {
    this.#template = template;
    this.scope = scope;
    this.#place = options.place;
    this.#maxOutputChars = options.maxOutputChars ?? RENDER_LIMITS.maxOutputChars.value;
    this.#maxSteps = options.maxSteps ?? RENDER_LIMITS.maxSteps.value;
  }

  get filled(): Map<object, boolean> {
    return (this.#filled ??= new Map());
  }

  finished(): string {
    const text = this.#chunks.length === 0 ? this.#text : this.#chunks.join('') + this.#text;
    if (!this.#template.endsInDirectiveLine || !this.#endsWithAuthor) return text;
    const newline = ['\r\n', '\n'].find((one) => text.endsWith(one)) ?? '';
    return text.slice(0, text.length - newline.length);
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps <= this.#maxSteps) return;
    throw new PlugboardError('tool_failed', {
      output: `The template was stopped after ${this.#maxSteps} steps`,
    });
  }

  renderAll(nodes: readonly TemplateNode[]): void {
    for (const node of nodes) {
      this.spend(1);
      if (typeof node === 'string') this.#write({ text: node, origin: 'author', value: node });
      else if (node.kind === 'print') this.#print(node);
      else if (node.kind === 'for') this.#for(node);
      else if (node.kind === 'foreach') this.#foreach(node);
      else {
        const branch = node.branches.find((one) => !one.condition || isMet(one.condition, this));
        if (branch) this.renderAll(branch.body);
      }
    }
  }

  #write(piece: Piece): void {
    const text = this.#place ? this.#place(piece) : piece.text;
    this.#chars += text.length;
    if (this.#chars > this.#maxOutputChars) {
      throw new PlugboardError('too_large', { limitBytes: this.#maxOutputChars });
    }
    if (text === '') return;
    this.#text += text;
    if (this.#text.length >= CHUNK_CHARS) this.#endChunk();
    this.#endsWithAuthor = piece.origin === 'author';
  }

  /** A text that was added to is a tree of its parts until somebody reads it; large trees are costly. */
  #endChunk(): void {
    READ.test(this.#text);
    this.#chunks.push(this.#text);
    this.#text = '';
  }

  #print(node: PrintNode): void {
    for (const alternative of node.alternatives) {
      const piece = this.#pieceOf(alternative);
      if (piece) return this.#write(piece);
    }
    // The last alternative decides: a declared property that was not given prints as nothing.
    const last = node.alternatives.at(-1);
    const miss = last && 'path' in last ? missAt(last.path, this) : undefined;
    if (miss?.isOptional) return;
    const written = this.#template.source.slice(node.at, node.end);
    this.#fail(node.at, `Failed to resolve placeholder '${written}': ${miss?.reason}`);
  }

  #pieceOf(alternative: Alternative): Piece | undefined {
    if ('literal' in alternative) {
      return { text: alternative.literal, origin: 'author', value: alternative.literal };
    }
    const { path } = alternative;
    this.spend(path.keys.length);
    const value = valueAt(path, this);
    if (value === undefined) return undefined;
    return { text: toText(value), origin: originOf(path), value };
  }

  #for(node: ForNode): void {
    const to = this.#amount(node.to, node.at);
    for (let value = this.#amount(node.from, node.at); value < to; value += 1) {
      this.spend(1);
      this.slots.values[node.slot] = value;
      this.slots.keys[node.slot] = undefined;
      this.renderAll(node.body);
    }
  }

  #amount(amount: Amount, at: number): number {
    const value = amountOf(amount, this);
    if (value !== undefined) return value;
    return this.#fail(at, `Path '${amount.path?.text}' is not a whole number`);
  }

  #foreach(node: ForeachNode): void {
    const collection = valueAt(node.path, this);
    if (collection === undefined) {
      const miss = missAt(node.path, this);
      if (miss.isOptional) return;
      this.#fail(node.at, `Failed to resolve foreach path '${node.path.text}': ${miss.reason}`);
    }
    if (Array.isArray(collection)) {
      for (const [index, value] of collection.entries()) this.#round(node, value, index);
    } else if (typeof collection === 'object' && collection !== null) {
      for (const key of Object.keys(collection)) {
        this.#round(node, collection[key] ?? null, key);
      }
    } else {
      this.#fail(node.at, `@foreach requires an array or object, got ${kindOf(collection)}`);
    }
  }

  #round(node: ForeachNode, value: JsonValue, key: string | number): void {
    this.spend(1);
    this.slots.values[node.slot] = value;
    this.slots.keys[node.slot] = typeof key === 'string' ? key : undefined;
    if (node.keySlot !== undefined) {
      this.slots.values[node.keySlot] = key;
      this.slots.keys[node.keySlot] = undefined;
    }
    this.renderAll(node.body);
  }

  #fail(at: number, message: string): never {
    throw templateError({ source: this.#template.source, at }, message);
  }
}

/** Loop variables run over what the caller gave. */
export function originOf({ root }: Path): Origin {
  return root === 'env' ? 'env' : 'props';
}

/** Strings as they are, everything else as compact JSON. */
export function toText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch (cause) {
    // Only data that nests deeper than the stack can hold comes here.
    const output = 'A value nests too deeply to be printed';
    throw new PlugboardError('tool_failed', { output }, { cause });
  }
}
