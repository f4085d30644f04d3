// How names are spelled in Rust: no keyword, no lint, not longer than a line can bear.
import { KEYWORDS, openNameScope, toPascal, toSnake, type NameScope } from '../names.ts';

const MAX_NAME = 64;
const UNNAMED = '_unnamed';

/** Hands out names of fields or methods; what is reserved gets `_` behind it. */
export function openSnakeScope(own: readonly string[] = []): NameScope {
  const reserved = own.length === 0 ? KEYWORDS.rust : new Set([...KEYWORDS.rust, ...own]);
  const scope = openNameScope({ reserved, separator: '_' });
  const met = new Set<string>();
  return {
    take: (name) => {
      const wanted = cut(toSnake(compatible(name)));
      const isFirst = reserved.has(wanted) && !met.has(wanted);
      met.add(wanted);
      return scope.take(isFirst ? `${wanted}_` : wanted);
    },
  };
}

/** A type, or the first part of its name. */
export function toRustPascal(name: string): string {
  const pascal = toPascal(compatible(name));
  return cut(pascal === UNNAMED ? 'Unnamed' : pascal);
}

/** The type of a part, called after the whole. */
export function partName(whole: string, part: string): string {
  return cut(whole + toRustPascal(part).replace(/^_/u, ''));
}

/** Hands out names of variants: digits need a letter before them, signs need a name. */
export function openVariantScope(): NameScope {
  const scope = openNameScope({ reserved: ['Self'] });
  let hasSelf = false;
  return {
    take: (value) => {
      const wanted = variantName(value);
      const isFirst = wanted === 'Self' && !hasSelf;
      hasSelf ||= isFirst;
      return scope.take(isFirst ? 'Self_' : wanted);
    },
  };
}

function variantName(value: string): string {
  if (value === '') return 'Empty';
  const pascal = cut(toPascal(compatible(value)));
  return pascal === UNNAMED ? 'Sign' : pascal.replace(/^_/u, 'V');
}

/** Ligatures and their like make the compiler warn. */
function compatible(name: string): string {
  return name.normalize('NFKC');
}

function cut(name: string): string {
  return Array.from(name).slice(0, MAX_NAME).join('');
}
