// Placeholders: which are seen, what becomes of them, and that values are never read a second time.
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  oneof,
  pre,
  record,
  string,
  stringMatching,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandEnv, parseReferences, type ExpandOptions } from './expand-env.ts';

function variables(env: Readonly<Record<string, string>>, hasEscapes = true): ExpandOptions {
  return {
    valueOf: async ({ kind, name }) => {
      if (kind !== 'env') return `<${kind}:${name}>`;
      return Object.hasOwn(env, name) ? env[name] : undefined;
    },
    missing: ({ name }) => new Error(`missing ${name}`),
    malformed: (reason) => new Error(reason),
    hasEscapes,
  };
}

const ENV = { A: 'alpha', B_2: 'beta', EMPTY: '', NESTED: '${A} $env:A', LONG: 'x'.repeat(100) };

describe('values', () => {
  test.each([
    ['no placeholder', 'no placeholder'],
    ['${A}', 'alpha'],
    ['pre-${A}-post', 'pre-alpha-post'],
    ['${A}${B_2}', 'alphabeta'],
    ['$env:A', 'alpha'],
    ['Bearer $env:A', 'Bearer alpha'],
    ['$env:A/$env:B_2.', 'alpha/beta.'],
    ['${env:A}', 'alpha'],
    ['${env:NONE:-x}', 'x'],
    ['${NONE:-fallback}', 'fallback'],
    ['${A:-fallback}', 'alpha'],
    ['${EMPTY:-fallback}', ''],
    ['${NONE:-}', ''],
    ['${NONE:-a b:c}', 'a b:c'],
    ['${NONE:-${A}}', 'alpha'],
    ['${NONE:-${ALSO:-deep}}!', 'deep!'],
    ['${NONE:-$env:A}', 'alpha'],
    ['${NESTED}', '${A} $env:A'],
    ['${LONG}$env:A', `${'x'.repeat(100)}alpha`],
    ['cost: 5$', 'cost: 5$'],
    ['$A $ $$ {A}', '$A $ $$ {A}'],
    ['$env:', '$env:'],
    ['$env: A', '$env: A'],
    ['\\${A}', '${A}'],
    ['\\$env:A', '$env:A'],
    ['C:\\dir\\x', 'C:\\dir\\x'],
    ['${input:key}', '<input:key>'],
    ['${file:./a b.txt}', '<file:./a b.txt>'],
    ['é${A}日本', 'éalpha日本'],
  ])('%j becomes %j', async (text, expected) => {
    expect(await expandEnv(text, variables(ENV))).toBe(expected);
  });

  test('without escapes a backslash before a placeholder stays a backslash', async () => {
    expect(await expandEnv('C:\\${A}\\x', variables(ENV, false))).toBe('C:\\alpha\\x');
  });
});

describe('errors', () => {
  test.each([
    ['${NONE}', 'missing NONE'],
    ['$env:NONE', 'missing NONE'],
    ['${env:NONE}', 'missing NONE'],
    ['${toString}', 'missing toString'],
    ['${NONE:-${ALSO}}', 'missing ALSO'],
    ['a ${A', 'Unclosed variable reference: ${A'],
    ['${A:-b', 'Unclosed variable reference: ${A:-b'],
    ['${}', 'Empty variable reference: ${}'],
  ])('%j: %s', async (text, message) => {
    await expect(expandEnv(text, variables(ENV))).rejects.toThrow(message);
  });

  test('a fallback that is not needed is not looked at', async () => {
    expect(await expandEnv('${A:-${NONE}}', variables(ENV))).toBe('alpha');
  });
});

const name = stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const anyText = string({ unit: 'binary' });
/** Neither begins nor ends anything by itself. */
const plainText = anyText.map((text) => text.replaceAll(/[$\\}]/gu, '.'));

describe('properties', () => {
  test('a text without a dollar is left alone', async () => {
    await assert(
      asyncProperty(anyText, async (text) => {
        pre(!text.includes('$'));
        expect(await expandEnv(text, variables({}))).toBe(text);
      }),
    );
  });

  test('every spelling gives the value as it is, whatever is in it', async () => {
    await assert(
      asyncProperty(
        record({ before: plainText, name, value: anyText, after: plainText }),
        async ({ before, name: key, value, after }) => {
          const spellings = [`\${${key}}`, `\${${key}:-x}`, `\${env:${key}}`];
          for (const spelling of spellings) {
            const text = `${before}${spelling}${after}`;
            expect(await expandEnv(text, variables({ [key]: value }))).toBe(before + value + after);
          }
          const short = `${before}$env:${key}${after.replace(/^[A-Za-z0-9_]+/u, '')}`;
          const expected = before + value + after.replace(/^[A-Za-z0-9_]+/u, '');
          expect(await expandEnv(short, variables({ [key]: value }))).toBe(expected);
        },
      ),
    );
  });

  test('an unset variable gives the fallback, or an error that names it', async () => {
    await assert(
      asyncProperty(name, plainText, async (key, fallback) => {
        expect(await expandEnv(`\${${key}:-${fallback}}`, variables({}))).toBe(fallback);
        await expect(expandEnv(`\${${key}}`, variables({}))).rejects.toThrow(`missing ${key}`);
      }),
    );
  });

  test('no text does anything but give its parts or complain', async () => {
    const noise = array(
      oneof(anyText, constantFrom('$', '{', '}', '${', ':-', '$env:', '\\', 'A', 'env:')),
    );
    const complaint = { malformed: (reason: string) => new RangeError(reason) };
    const partsOf = (text: string) => {
      try {
        return parseReferences(text, complaint);
      } catch (thrown) {
        return thrown instanceof RangeError ? [text] : [];
      }
    };
    await assert(
      asyncProperty(noise, async (pieces) => {
        const text = pieces.join('');
        const strings = partsOf(text).filter((part) => typeof part === 'string');
        const hasReferences = strings.length < partsOf(text).length;
        expect(strings.every((part) => text.includes(part))).toBe(true);
        expect(hasReferences || strings.join('') === text).toBe(true);
      }),
    );
  });
});
