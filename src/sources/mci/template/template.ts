// The parts of a parsed template; positions are offsets into its source.
import type { JsonValue } from '../../../core/json.ts';

/** A whole number that is written down, read from a path, or a path plus a constant. */
export interface Amount {
  readonly path?: Path;
  readonly offset: number;
}

/** A member by its name, or an element of an array by its place. */
export type Key = string | Amount;

export interface Path {
  /** As written, for messages. */
  readonly text: string;
  readonly at: number;
  readonly root: 'props' | 'env' | 'loop' | 'unknown';
  readonly keys: readonly Key[];
  /** Where the loop variable is kept while rendering. */
  readonly slot: number;
  /** What the loop variable is an element of. */
  readonly of?: Path;
}

/** One way to get the value of a placeholder. */
export type Alternative = { readonly path: Path } | { readonly literal: string };

export type Operand =
  | { readonly literal: JsonValue }
  | { readonly alternatives: readonly Alternative[] };

export type Comparison = '==' | '!=' | '>=' | '<=' | '>' | '<';

export type Condition =
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | {
      readonly kind: 'compare';
      readonly by: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: 'truthy'; readonly operand: Operand };

export interface PrintNode {
  readonly kind: 'print';
  readonly at: number;
  readonly end: number;
  readonly alternatives: readonly Alternative[];
}

export interface ForNode {
  readonly kind: 'for';
  readonly at: number;
  readonly slot: number;
  readonly from: Amount;
  readonly to: Amount;
  readonly body: readonly TemplateNode[];
}

export interface ForeachNode {
  readonly kind: 'foreach';
  readonly at: number;
  readonly slot: number;
  /** Where the key or the index is kept, when the author named a variable for it. */
  readonly keySlot?: number;
  readonly path: Path;
  readonly body: readonly TemplateNode[];
}

export interface Branch {
  /** Absent means `@else`. */
  readonly condition?: Condition;
  readonly body: readonly TemplateNode[];
}

export interface IfNode {
  readonly kind: 'if';
  readonly branches: readonly Branch[];
}

/** A plain string is text to print as it is. */
export type TemplateNode = string | PrintNode | ForNode | ForeachNode | IfNode;

export interface Template {
  readonly source: string;
  readonly nodes: readonly TemplateNode[];
  /** Every path of the template, in the order of the text. */
  readonly paths: readonly Path[];
  /** Then the newline after the last line of text is not printed. */
  readonly endsInDirectiveLine: boolean;
  /** How much work the parser did, counted in characters and tokens looked at. */
  readonly steps: number;
}
