// Every example of the specification and every decision about templates, as input and output.
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { proves } from './support/proves.ts';
import { render, type Given } from './support/render.ts';

interface Vector extends Given {
  readonly ids: string | readonly string[];
  readonly name: string;
  readonly template: string;
  readonly prints: string;
}

const lines = (...all: string[]): string => all.join('\n');
const IF_STATUS = lines(
  '@if(props.status == "active")',
  'Status: Active',
  '@elseif(props.status == "pending")',
  'Status: Pending approval',
  '@else',
  'Status: Inactive',
  '@endif',
);
const IF_PREMIUM = lines(
  '@if(props.premium)',
  'You have premium access!',
  '@else',
  'Upgrade to premium for more features.',
  '@endif',
);
const IF_AGE = lines(
  '@if(props.age > 18)',
  'Adult content available',
  '@else',
  'Restricted content',
  '@endif',
);

const SPECIFICATION: readonly Vector[] = [
  {
    ids: ['mci:placeholder:syntax', 'mci:template:context-props'],
    name: 'a placeholder prints a property',
    template: 'In {{props.location}}.',
    props: { location: 'Paris' },
    prints: 'In Paris.',
  },
  {
    ids: 'mci:template:context-env',
    name: 'a placeholder prints a variable of the environment',
    template: '{{env.API_KEY}} {{env.DATABASE_URL}}',
    env: { API_KEY: 'k', DATABASE_URL: 'postgres://x' },
    prints: 'k postgres://x',
  },
  {
    ids: 'mci:template:context-input',
    name: 'input is another name of props',
    template: '{{input.username}}',
    props: { username: 'ada' },
    prints: 'ada',
  },
  {
    ids: 'mci:placeholder:nested-path',
    name: 'a path goes into objects',
    template: '{{props.user.name}}',
    props: { user: { name: 'Ada' } },
    prints: 'Ada',
  },
  {
    ids: 'mci:placeholder:many-in-one-string',
    name: 'several placeholders in one text',
    template: 'User {{props.name}} has ID {{props.id}}',
    props: { name: 'Ada', id: 7 },
    prints: 'User Ada has ID 7',
  },
  {
    ids: ['mci:for:syntax', 'mci:for:example-output', 'mci:for:start-inclusive'],
    name: 'the loop example prints three lines',
    template: lines('@for(i in range(0, 3))', 'Item {{i}}', '@endfor'),
    prints: lines('Item 0', 'Item 1', 'Item 2'),
  },
  {
    ids: 'mci:for:end-exclusive',
    name: 'the end of a range is not visited',
    template: '@for(i in range(2, 4)){{i}};@endfor',
    prints: '2;3;',
  },
  {
    ids: ['mci:foreach:syntax', 'mci:foreach:array-example-output'],
    name: 'the array example',
    template: lines('@foreach(item in props.items)', '- {{item}}', '@endforeach'),
    props: { items: ['Apple', 'Banana', 'Cherry'] },
    prints: lines('- Apple', '- Banana', '- Cherry'),
  },
  {
    ids: 'mci:foreach:object-example-output',
    name: 'the example with objects as items',
    template: lines(
      '@foreach(user in props.users)',
      'Name: {{user.name}}, Age: {{user.age}}',
      '@endforeach',
    ),
    props: {
      users: [
        { name: 'Alice', age: 30 },
        { name: 'Bob', age: 25 },
      ],
    },
    prints: lines('Name: Alice, Age: 30', 'Name: Bob, Age: 25'),
  },
  {
    ids: 'mci:foreach:objects',
    name: 'an object is visited value by value, with its keys',
    template: '@foreach(v in props.o){{v.key}}={{v}}/{{v.value}};@endforeach',
    props: { o: { a: 1, b: 'x' } },
    prints: 'a=1/1;b=x/x;',
  },
  {
    ids: 'mci:foreach:objects',
    name: 'key and value may have names of their own, and values members',
    template: '@foreach(k, v in props.o){{k}}={{v.n}};@endforeach',
    props: { o: { a: { n: 1 }, b: { n: 2 } } },
    prints: 'a=1;b=2;',
  },
  ...[
    { status: 'active', prints: 'Status: Active', id: 'mci:if:syntax' },
    { status: 'pending', prints: 'Status: Pending approval', id: 'mci:if:example-multiple-elseif' },
    { status: 'gone', prints: 'Status: Inactive', id: 'mci:if:example-multiple-else' },
    { status: 'x', prints: 'Status: Inactive', id: 'mci-decision:engine:else-after-elseif' },
  ].map(({ status, prints, id }) => ({
    ids: id,
    name: `the example with ${status}`,
    template: IF_STATUS,
    props: { status },
    prints,
  })),
  {
    ids: ['mci:if:example-simple', 'mci:if:truthy'],
    name: 'the simple example when true',
    template: IF_PREMIUM,
    props: { premium: true },
    prints: 'You have premium access!',
  },
  {
    ids: 'mci:if:example-simple',
    name: 'the simple example when false',
    template: IF_PREMIUM,
    props: { premium: false },
    prints: 'Upgrade to premium for more features.',
  },
  {
    ids: ['mci:if:example-numeric', 'mci:if:greater-than'],
    name: 'the numeric example above',
    template: IF_AGE,
    props: { age: 19 },
    prints: 'Adult content available',
  },
  {
    ids: 'mci:if:example-numeric',
    name: 'the numeric example at the bound',
    template: IF_AGE,
    props: { age: 18 },
    prints: 'Restricted content',
  },
  {
    ids: 'mci:text:example-conditionals',
    name: 'the inline example keeps the text as written',
    template:
      'Report for {{props.username}}\n@if(props.premium)Premium features enabled@else Standard features available @endif',
    props: { username: 'ada', premium: false },
    prints: 'Report for ada\n Standard features available ',
  },
];

const truth = (condition: string, props: JsonObject, env: Record<string, string> = {}) =>
  render(`@if(${condition})yes@else no@endif`, { props, env }).trim();

describe('examples of the specification', () => {
  for (const { ids, name, template, prints, ...given } of SPECIFICATION) {
    proves(ids, name, () => expect(render(template, given)).toBe(prints));
  }
});

describe('conditions', () => {
  const rows: readonly [ids: string, condition: string, props: JsonObject, answer: string][] = [
    ['mci:if:equality', 'props.a == "expected"', { a: 'expected' }, 'yes'],
    ['mci:if:equality', 'props.a == "expected"', { a: 'other' }, 'no'],
    ['mci:if:inequality', 'props.a != "unexpected"', { a: 'x' }, 'yes'],
    ['mci:if:greater-than', 'props.a > 10', { a: 11 }, 'yes'],
    ['mci:if:less-than', 'props.a < 100', { a: 99.5 }, 'yes'],
    ['mci:if:less-than', 'props.a < 100', { a: 100 }, 'no'],
    ['mci:if:truthy', 'props.a', { a: [] }, 'no'],
    ['mci:if:truthy', 'props.a', { a: {} }, 'no'],
    ['mci:if:truthy', 'props.a', { a: 'false' }, 'yes'],
    ['mci-decision:condition:at-least-and-at-most', 'props.a >= 3', { a: 3 }, 'yes'],
    ['mci-decision:condition:at-least-and-at-most', 'props.a <= 3', { a: 4 }, 'no'],
    ['mci-decision:condition:and', 'props.a && props.b', { a: 1, b: 0 }, 'no'],
    ['mci-decision:condition:and', 'props.a&&props.b', { a: 1, b: 1 }, 'yes'],
    ['mci-decision:condition:or', 'props.a || props.b', { a: 0, b: 1 }, 'yes'],
    ['mci-decision:condition:or', 'props.a || props.b && props.c', { a: 1, b: 0, c: 0 }, 'yes'],
    ['mci-decision:condition:or', '(props.a || props.b) && props.c', { a: 1, b: 0, c: 0 }, 'no'],
    ['mci-decision:condition:not', '!props.a', { a: 0 }, 'yes'],
    ['mci-decision:condition:not', '!(props.a == 1) || !props.b', { a: 1, b: 1 }, 'no'],
    ['mci-decision:condition:literals', 'props.a == true', { a: true }, 'yes'],
    ['mci-decision:condition:literals', 'props.a == false', { a: false }, 'yes'],
    ['mci-decision:condition:literals', 'props.a == null', { a: null }, 'yes'],
    ['mci-decision:condition:literals', 'props.a == -1.5e1', { a: -15 }, 'yes'],
    ['mci-decision:condition:literals', 'props.a == 5', { a: '5' }, 'no'],
    ['mci-decision:condition:missing-path-is-null', 'props.x == null', {}, 'yes'],
    ['mci-decision:condition:missing-path-is-null', 'props.x > 1', {}, 'no'],
    ['mci-decision:condition:missing-path-is-null', 'props.x.y.z', {}, 'no'],
    ['mci:if:equality', 'props.a == "(x)"', { a: '(x)' }, 'yes'],
    ['mci:if:inequality', 'props.a != "x==y"', { a: 'x==y' }, 'no'],
    ['mci:if:equality', 'props.a == active', { a: 'active' }, 'yes'],
    ['mci:if:equality', '{{props.a}} == "x"', { a: 'x' }, 'yes'],
    ['mci:if:greater-than', 'props.a > 1', { a: 'abc' }, 'no'],
    ['mci:if:less-than', 'props.a < 1', { a: [0] }, 'no'],
  ];
  for (const [id, condition, props, answer] of rows) {
    proves(id, `${condition} of ${JSON.stringify(props)} is ${answer}`, () =>
      expect(truth(condition, props)).toBe(answer),
    );
  }

  proves(
    'mci:if:greater-than',
    'a text of the environment that is a number is compared as one',
    () => {
      expect(truth('env.N > 5', {}, { N: '10' })).toBe('yes');
    },
  );
});

describe('printing and fallbacks', () => {
  const rows: readonly [id: string, template: string, prints: string][] = [
    ['mci-decision:printing:strings-as-they-are', '{{props.s}}', 'a "b" <c>\n'],
    [
      'mci-decision:printing:scalars-as-json',
      '{{props.t}} {{props.n}} {{props.f}}',
      'true null 1.5',
    ],
    [
      'mci-decision:printing:arrays-and-objects',
      '{{props.l}} {{props.o}}',
      '[1,"x"] {"a":{"b":null}}',
    ],
    ['mci:placeholder:always-a-string', '{{props.n}}{{props.t}}', 'nulltrue'],
    ['mci-decision:fallback:alternatives-kept', '{{props.x | env.Y | props.t}}', 'true'],
    ['mci-decision:fallback:alternatives-kept', '{{props.n | "never"}}', 'null'],
    ['mci-decision:fallback:quoted-literal', `{{props.x | 'a | }} b'}}`, 'a | }} b'],
    ['mci-decision:fallback:quoted-literal', '{{props.x|"it\'s"}}', "it's"],
    [
      'mci-decision:fallback:bare-literal',
      '{{env.URL|https://x.example/a b}}',
      'https://x.example/a b',
    ],
    ['mci-decision:fallback:bare-literal', '{{props.x | env}}', 'env'],
    ['mci:placeholder:syntax', '{{ props.t }}{{\nprops.t\n}}', 'truetrue'],
    ['mci:placeholder:nested-path', '{{props.my-key}} {{props.two words.a}}', '1 2'],
    ['mci:placeholder:nested-path', '{{props.l[0]}}{{props.l[1]}}', '1x'],
    ['mci:for:syntax', '@for(i in range(1, props.k + 1)){{props.l[i - 1]}};@endfor', '1;x;'],
    ['mci:for:syntax', '@for(i in range(0, 0))x@endfor@for(i in range(3, 1))x@endfor', ''],
  ];
  const props = {
    s: 'a "b" <c>\n',
    t: true,
    n: null,
    f: 1.5,
    l: [1, 'x'],
    o: { a: { b: null } },
    'my-key': 1,
    'two words': { a: 2 },
    k: 2,
  };
  for (const [id, template, prints] of rows) {
    proves(id, template, () => expect(render(template, { props })).toBe(prints));
  }

  proves(
    'mci:input:absent-optional-no-placeholder-error',
    'a declared property that was not given prints as nothing, any other missing path is an error',
    () => {
      expect(render('[{{props.o}}]', { declared: ['o'] })).toBe('[]');
      expect(render('[{{props.o.deep}}]', { declared: ['o'] })).toBe('[]');
      expect(render('@foreach(x in props.o){{x}}@endforeach.', { declared: ['o'] })).toBe('.');
      expect(() => render('{{env.O}}', { declared: ['O'] })).toThrow("'env.O' not found");
    },
  );
});

describe('whitespace', () => {
  const rows: readonly [id: string, template: string, prints: string][] = [
    [
      'mci-decision:whitespace:directive-line-removed',
      'a\n  @if(props.t)\t\nb\n @endif\nc',
      'a\nb\nc',
    ],
    [
      'mci-decision:whitespace:directive-line-removed',
      'a\r\n@if(props.t)\r\nb\r\n@endif\r\nc',
      'a\r\nb\r\nc',
    ],
    [
      'mci-decision:whitespace:no-newline-after-last-text-line',
      'a\n@if(props.t)\nb\n@endif',
      'a\nb',
    ],
    [
      'mci-decision:whitespace:no-newline-after-last-text-line',
      'a\n@if(props.t)\nb\n@endif\n',
      'a\nb',
    ],
    [
      'mci-decision:whitespace:no-newline-after-last-text-line',
      'a\n@if(props.no)\nb\n@endif\n',
      'a',
    ],
    [
      'mci-decision:whitespace:no-newline-after-last-text-line',
      'a\n@if(props.t)\nb\n@endif\n\n',
      'a\nb\n\n',
    ],
    ['mci-decision:whitespace:inline-kept', 'a @if(props.t) b @endif c\n', 'a  b  c\n'],
    ['mci-decision:whitespace:inline-kept', '@if(props.t)b\n@endif', 'b'],
    ['mci-decision:whitespace:inline-kept', '@if(props.no)yes@elseno@endifend', 'noend'],
    [
      'mci-decision:whitespace:inline-kept',
      'go @elsewhere @for you @format',
      'go @elsewhere @for you @format',
    ],
    ['mci-decision:whitespace:inline-kept', '@if(props.t) @endif\n', ' \n'],
  ];
  for (const [id, template, prints] of rows) {
    proves(id, JSON.stringify(template), () =>
      expect(render(template, { props: { t: true } })).toBe(prints),
    );
  }

  proves(
    'mci-decision:whitespace:no-newline-after-last-text-line',
    'a newline that came with the data stays',
    () => {
      const template = '{{props.s}}@if(props.no) x\n@endif';
      expect(render(template, { props: { s: 'data\n' } })).toBe('data\n');
    },
  );
});
