// The shape of a TypeScript type before it is printed, and the rules that keep it small.

export type TypeNode =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'union' | 'intersection'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'list'; readonly item: TypeNode }
  | { readonly kind: 'tuple'; readonly items: readonly TupleItem[]; readonly rest?: TypeNode }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly index?: TypeNode };

export interface TupleItem {
  readonly type: TypeNode;
  readonly isOptional: boolean;
}

export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeNode;
  /** What its comment says, one entry a line. */
  readonly doc: readonly string[];
}

export const word = (text: string): TypeNode => ({ kind: 'word', text });
export const UNKNOWN = word('unknown');
export const NEVER = word('never');

/** Either of them; what is alike stands once, and `unknown` swallows all. */
export function unionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => partsOf(type, 'union')));
  if (members.some(isUnknown)) return UNKNOWN;
  return (
    joined(
      'union',
      members.filter((type) => !isWord(type, 'never')),
    ) ?? NEVER
  );
}

/** All of them; `unknown` adds nothing. */
export function intersectionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => partsOf(type, 'intersection')));
  if (members.some((type) => isWord(type, 'never'))) return NEVER;
  return (
    joined(
      'intersection',
      members.filter((type) => !isUnknown(type)),
    ) ?? UNKNOWN
  );
}

export function isUnknown(type: TypeNode): boolean {
  return isWord(type, 'unknown');
}

function isWord(type: TypeNode, text: string): boolean {
  return type.kind === 'word' && type.text === text;
}

function partsOf(type: TypeNode, kind: 'union' | 'intersection'): readonly TypeNode[] {
  return type.kind === kind ? type.members : [type];
}

function joined(
  kind: 'union' | 'intersection',
  members: readonly TypeNode[],
): TypeNode | undefined {
  return members.length > 1 ? { kind, members } : members[0];
}

function distinct(types: readonly TypeNode[]): readonly TypeNode[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}
