// What holds for every template and every data: it ends, it is linear, and data stays data.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlugboardError } from '../../src/core/errors.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { parseTemplate } from '../../src/sources/mci/template/parse-template.ts';
import { renderCounted, renderTemplate } from '../../src/sources/mci/template/render-template.ts';
import { proves } from './support/proves.ts';
import { render } from './support/render.ts';

/** Pieces that mean something to the engine, so that random texts come close to templates. */
const PIECES = [
  '{{',
  '}}',
  '{!!',
  '!!}',
  '@if(',
  '@if(props.a)',
  '@elseif(props.b == 1)',
  '@else',
  '@endif',
  '@for(i in range(0, 3))',
  '@endfor',
  '@foreach(x in props.l)',
  '@foreach(k, v in props.o)',
  '@endforeach',
  'props.a',
  '{{props.a}}',
  '{{x}}',
  '{{env.SECRET}}',
  "'",
  '"',
  '|',
  '(',
  ')',
  '&&',
  '!',
  '\n',
  '\r\n',
  ' ',
  '\\1',
  'C:\\dir',
  '@',
  'é😀',
] as const;
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 })
  .map((pieces) => pieces.join(''));
const SECRET = 'no-one-may-see-this';

describe('any text', () => {
  test('is parsed or refused with a line and a column', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const { steps, refusal } = parsed(source);
        expect(steps).toBeLessThan(20 * source.length + 20);
        expect(refusal === undefined || typeof refusal.data?.['line'] === 'number').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('without marks prints as it is', () => {
    const plain = hostile.filter((text) => !/\{\{|\{!!|@(if|else|for|end)/u.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(render(text)).toBe(text);
      }),
    );
  });
});

describe('data', () => {
  proves(
    'mci-decision:engine:data-never-parsed-again',
    'is printed as it is, in every place a template can print it',
    () => {
      fc.assert(
        fc.property(hostile, (data) => {
          const given = { props: { s: data, l: [data], o: { [data]: data } }, env: { SECRET } };
          expect(render('<{{props.s}}>', given)).toBe(`<${data}>`);
          expect(render('@foreach(x in props.l)<{{x}}>@endforeach', given)).toBe(`<${data}>`);
          expect(render('@foreach(k, v in props.o){{k}}={{v}}@endforeach', given)).toBe(
            `${data}=${data}`,
          );
          expect(render("<{{props.no | props.s | 'x'}}>", given)).toBe(`<${data}>`);
          const isSame = '@if(props.s == props.s)@foreach(x in props.l){{x}}@endforeach@endif';
          expect(render(isSame, given)).toBe(data);
        }),
        { numRuns: 500 },
      );
    },
  );

  test('of any kind prints strings as they are and the rest as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        const printed = typeof json === 'string' ? json : JSON.stringify(json);
        expect(render('{{props.v}}', { props: { v: json } })).toBe(printed);
      }),
    );
  });

  test('that nests too deeply is refused', () => {
    let deep: JsonValue = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(() => render('{{props.v}}', { props: { v: deep } })).toThrow('nests too deeply');
  });
});

proves('mci-decision:engine:blocks-nest-freely', 'random nests print what they should', () => {
  interface Nest {
    readonly source: string;
    readonly prints: (x: string) => string;
  }
  const { nest } = fc.letrec<{ nest: Nest }>((tie) => ({
    nest: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<Nest[]>(
        { source: 'text', prints: () => 'text' },
        { source: '{{x}}', prints: (x) => x },
      ),
      fc.array(tie('nest'), { maxLength: 3 }).map((all) => ({
        source: `[${all.map(({ source }) => source).join('')}]`,
        prints: (x: string) => `[${all.map(({ prints }) => prints(x)).join('')}]`,
      })),
      fc.tuple(tie('nest'), tie('nest'), fc.constantFrom('1', '2')).map(([a, b, pick]) => ({
        source: `@if(x == "${pick}")${a.source}@elseif(x == "9")no@else ${b.source}@endif`,
        prints: (x: string) => (x === pick ? a.prints(x) : ` ${b.prints(x)}`),
      })),
      tie('nest').map((body) => ({
        source: `@foreach(x in props.l)${body.source}@endforeach`,
        prints: () => body.prints('1') + body.prints('2'),
      })),
      tie('nest').map((body) => ({
        source: `@for(i in range(0, 2)){{i}}${body.source}@endfor`,
        prints: (x: string) => `0${body.prints(x)}1${body.prints(x)}`,
      })),
    ),
  }));
  fc.assert(
    fc.property(nest, ({ source, prints }) => {
      const whole = `@foreach(x in props.l)${source}@endforeach`;
      expect(render(whole, { props: { l: ['1', '2'] } })).toBe(prints('1') + prints('2'));
    }),
  );
});

describe('loop variables', () => {
  proves(
    ['mci-decision:engine:loop-variables-scoped', 'mci-decision:engine:loop-variables-in-if'],
    'are seen inside, by conditions too, hide outer ones, and end with their loop',
    () => {
      const props = { l: [1, 2, 3], props: 'p' };
      const odd = '@foreach(n in props.l)@if(n != 2){{n}}@endif@endforeach';
      expect(render(odd, { props })).toBe('13');
      const hides = '@for(i in range(0, 2))@for(i in range(5, 7)){{i}}@endfor{{i}};@endfor';
      expect(render(hides, { props })).toBe('560;561;');
      expect(
        render('@foreach(props in props.l){{props}}@endforeach{{props.props}}', { props }),
      ).toBe('123p');
      expect(() => render('@for(i in range(0, 1))@endfor{{i}}')).toThrow("Path 'i' not found");
    },
  );
});

describe('work and output are bounded', () => {
  /** Templates that made engines with regular expressions hang, by how often a piece is repeated. */
  const attacks: Readonly<Record<string, (size: number) => string>> = {
    'else ifs without an end': (n) => `@if(a)${'@elseif(b)c'.repeat(n)}`,
    'ifs that are never closed': (n) => '@if(x)'.repeat(n),
    'opening braces': (n) => '{{'.repeat(n),
    'closing braces': (n) => '}}'.repeat(n),
    quotes: (n) => `{{a | '${'|'.repeat(n)}`,
    'brackets in a condition': (n) => `@if(${'('.repeat(n)}`,
    'nots in a condition': (n) => `@if(${'!'.repeat(n)}a)x@endif`,
    'indexes that are never closed': (n) => `@if(a${'[b'.repeat(n)})`,
    'at signs': (n) => '@for'.repeat(n),
    'blanks before directives': (n) => `@if(a)${`${' '.repeat(20)}@else`.repeat(n)}`,
    'a long path': (n) => `{{props${'.a'.repeat(n)}}}`,
    'many placeholders': (n) => "{{props.x | 'y'}}".repeat(n),
  };

  for (const [name, make] of Object.entries(attacks)) {
    proves('mci-decision:engine:linear-time', `${name}: a template of ten times the size`, () => {
      const small = parsed(make(1_000)).steps;
      const large = parsed(make(10_000)).steps;
      expect(large).toBeLessThan(11 * small + 1_000);
    });
  }

  const loops: Readonly<Record<string, string>> = {
    'a loop over items': '@foreach(x in props.l)- {{x.a}} {{x.b | "none"}}\n@endforeach',
    'a loop with a condition': '@foreach(x in props.l)@if(x.a > 3 && !x.b){{x.a}}@endif@endforeach',
    'a loop with a condition on an object': '@foreach(x in props.l)@if(props.o).@endif@endforeach',
    'a count': '@for(i in range(0, props.n))@if(i)x@endif@endfor',
  };
  for (const [name, source] of Object.entries(loops)) {
    proves('mci-decision:engine:linear-time', `${name}: data of ten times the size`, () => {
      const template = parseTemplate(source);
      const steps = (n: number) => {
        const l = Array.from({ length: n }, (_, a) => ({ a }));
        const o = Object.fromEntries(l.map(({ a }) => [`key ${a}`, a]));
        return renderCounted(template, { props: { l, n, o }, env: {} }).steps;
      };
      expect(steps(10_000)).toBeLessThan(11 * steps(1_000));
    });
  }

  test('a loop without output is stopped', () => {
    expect(() => render('@for(i in range(0, 2000000000))@endfor')).toThrow('stopped after');
  });

  test('a deep nest is refused, not a crash', () => {
    expect(() => render('@if(props.a)'.repeat(100_000))).toThrow('cannot nest deeper');
    expect(() => render(`@if(${'!'.repeat(100_000)}a)@endif`)).toThrow('cannot nest deeper');
  });

  test('comparing long texts in a loop costs its length', () => {
    const props = { a: 'x'.repeat(1_000_000), b: 'x'.repeat(1_000_000) };
    const source = '@for(i in range(0, 100000))@if(props.a == props.b)@endif@endfor';
    expect(() => render(source, { props })).toThrow('stopped after');
  });

  test('output over the cap is refused', () => {
    const template = parseTemplate('@for(i in range(0, 1000)){{props.s}}@endfor');
    const scope = { props: { s: 'x'.repeat(1_000) }, env: {} };
    expect(() => renderTemplate(template, scope, { maxOutputChars: 999_999 })).toThrow(
      'Output exceeds 999999 bytes',
    );
    expect(renderTemplate(template, scope, { maxOutputChars: 1_000_000 })).toHaveLength(1_000_000);
  });
});

/** The work of parsing, and the refusal it may end in. */
function parsed(source: string): { steps: number; refusal?: PlugboardError } {
  try {
    return { steps: parseTemplate(source).steps };
  } catch (thrown) {
    if (thrown instanceof PlugboardError) return { steps: 0, refusal: thrown };
    throw thrown;
  }
}
