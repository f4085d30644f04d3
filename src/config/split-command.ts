// Cuts a command line into words the way a shell does: blanks separate, quotes and backslashes hold together.

const TOKEN = /\s+|"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([^])|[^\s"'\\]+|./gsu;

export interface SplitOptions {
  /** On Windows a backslash separates folders and holds nothing together. */
  readonly hasBackslashPaths: boolean;
}

/** The words; a quote that is never closed stands for itself. */
export function splitCommand(text: string, { hasBackslashPaths }: SplitOptions): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [token, double, single, escaped] of text.matchAll(TOKEN)) {
    if (/^\s/u.test(token)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (escaped !== undefined) word = (word ?? '') + (hasBackslashPaths ? token : escaped);
    else if (double !== undefined) word = (word ?? '') + unescaped(double, hasBackslashPaths);
    else word = (word ?? '') + (single ?? token);
  }
  return word === undefined ? words : [...words, word];
}

/** Between double quotes a backslash holds only where a shell would need it. */
function unescaped(text: string, hasBackslashPaths: boolean): string {
  return hasBackslashPaths
    ? text.replaceAll('\\"', '"')
    : text.replaceAll(/\\(["\\$`])/gu, (_, character: string) => character);
}
