// The blocks that are open while a template is parsed, and the loop variables they bring along.
import type { Scanner } from './scanner.ts';
import type { Amount, Branch, Condition, Path, TemplateNode } from './template.ts';

/** Deeper nesting is a mistake or an attack. */
const MAX_DEPTH = 200;

interface Variable {
  readonly slot: number;
  readonly of?: Path;
}

interface Block {
  readonly name: 'if' | 'for' | 'foreach';
  readonly at: number;
  /** The body that is being filled. */
  body: TemplateNode[];
  /** Makes the node of the closed block. */
  readonly close: (body: readonly TemplateNode[]) => TemplateNode;
  /** What its variables hide, to be seen again after it. */
  readonly hidden: readonly (readonly [string, Variable | undefined])[];
  readonly branches: Branch[];
  condition: Condition | undefined;
}

export class OpenBlocks {
  readonly #scanner: Scanner;
  readonly #open: Block[] = [];
  readonly #root: TemplateNode[] = [];
  readonly #variables = new Map<string, Variable>();
  #body: TemplateNode[] = this.#root;
  #slots = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  variable(name: string): Variable | undefined {
    return this.#variables.get(name);
  }

  /** Whether a mark has a meaning here; only those that end or turn a block need one. */
  canTake(mark: string): boolean {
    const block = this.#open.at(-1)?.name;
    if (mark === '@else') return block === 'if';
    return !mark.startsWith('@end') || mark === `@end${block}`;
  }

  add(node: TemplateNode): void {
    this.#body.push(node);
  }

  addText(start: number, end: number): void {
    if (end > start) this.#body.push(this.#scanner.source.slice(start, end));
  }

  openFor(at: number, name: string, range: { from: Amount; to: Amount }): void {
    const slot = this.#slots;
    this.#push('for', at, {
      variables: [[name, { slot }]],
      close: (body) => ({ kind: 'for', at, slot, ...range, body }),
    });
  }

  openForeach(at: number, path: Path, names: { key: string | undefined; value: string }): void {
    const slot = this.#slots;
    const keySlot = slot + 1;
    const { key, value } = names;
    this.#push('foreach', at, {
      variables: [
        [value, { slot, of: path }],
        ...(key === undefined ? [] : [[key, { slot: keySlot }] as const]),
      ],
      close: (body) => {
        return { kind: 'foreach', at, slot, path, body, ...(key !== undefined && { keySlot }) };
      },
    });
  }

  openIf(at: number, condition: Condition): void {
    const block = this.#push('if', at, {
      variables: [],
      close: (body) => ({ kind: 'if', branches: [...block.branches, toBranch(block, body)] }),
    });
    block.condition = condition;
  }

  elseIf(at: number, condition: Condition): void {
    this.#nextBranch('@elseif', at).condition = condition;
  }

  else(at: number): void {
    this.#nextBranch('@else', at).condition = undefined;
  }

  close(name: string, at: number): void {
    const block = this.#open.at(-1);
    if (!block) this.#scanner.fail(`@end${name} without @${name}`, at);
    if (block.name !== name) {
      this.#scanner.fail(`@end${name} where @end${block.name} is due`, at);
    }
    this.#open.pop();
    this.#slots -= block.hidden.length;
    for (const [variable, before] of block.hidden) {
      if (before) this.#variables.set(variable, before);
      else this.#variables.delete(variable);
    }
    this.#body = this.#open.at(-1)?.body ?? this.#root;
    this.#body.push(block.close(block.body));
  }

  /** The parts of the whole template. */
  end(): readonly TemplateNode[] {
    const block = this.#open.at(-1);
    if (block) this.#scanner.fail(`@${block.name} is not closed with @end${block.name}`, block.at);
    return this.#root;
  }

  #push(
    name: Block['name'],
    at: number,
    made: Pick<Block, 'close'> & { variables: readonly (readonly [string, Variable])[] },
  ): Block {
    if (this.#open.length >= MAX_DEPTH) {
      this.#scanner.fail(`Blocks cannot nest deeper than ${MAX_DEPTH}`, at);
    }
    const hidden = made.variables.map(([v]) => [v, this.#variables.get(v)] as const);
    for (const [variable, place] of made.variables) this.#variables.set(variable, place);
    this.#slots += hidden.length;
    const block = { name, at, body: [], close: made.close, hidden, branches: [] };
    const opened: Block = { ...block, condition: undefined };
    this.#open.push(opened);
    this.#body = opened.body;
    return opened;
  }

  #nextBranch(directive: string, at: number): Block {
    const block = this.#open.at(-1);
    if (block?.name !== 'if') this.#scanner.fail(`${directive} outside of an @if`, at);
    if (block.branches.length > 0 && block.condition === undefined) {
      this.#scanner.fail(`${directive} after @else`, at);
    }
    block.branches.push(toBranch(block, block.body));
    block.body = [];
    this.#body = block.body;
    return block;
  }
}

function toBranch({ condition }: Block, body: readonly TemplateNode[]): Branch {
  return condition ? { condition, body } : { body };
}
