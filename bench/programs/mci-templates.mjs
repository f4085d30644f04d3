// The templates that rendering is measured with, each with the properties it is rendered with.

const BLOCK = `Dear {{props.name}}, {{props.greeting | 'good day'}}: your order has {{props.count}} items.
@if(props.count > 2)
Many items, sent to {{props.address.city}} at once.
@else
Few items.
@endif
@foreach(tag in props.tags)
- {{tag}}
@endforeach
`;
const PROPS = { name: 'Ada', count: 3, address: { city: 'Paris' }, tags: ['new', 'paid'] };

const ROW = { id: 1234567, name: 'The quick brown fox', tags: ['quick', 'brown'], isNew: true };
const LIST = `@foreach(row in props.rows)
{{row.id}}: {{row.name}} @if(row.isNew)(new)@endif
@foreach(tag in row.tags)
- {{tag}}
@endforeach
@endforeach
`;

/** By what grows: the text of the template, or the data it loops over. */
export const GROWING = {
  template: (bytes) => ({ text: BLOCK.repeat(Math.round(bytes / BLOCK.length)), props: PROPS }),
  data: (bytes) => {
    const count = Math.round(bytes / JSON.stringify(ROW).length);
    return { text: LIST, props: { rows: Array.from({ length: count }, () => ({ ...ROW })) } };
  },
};

const ROUNDS = 10_000;
const SIDE = 100;

export const TYPICAL = {
  simple: {
    text: 'Hello {{props.name}}, {{props.address.city}} has {{props.count}}.',
    props: PROPS,
  },
  'loop of 10,000': {
    text: '@foreach(n in props.numbers)\n{{n}} of {{props.name}}\n@endforeach\n',
    props: { name: 'Ada', numbers: Array.from({ length: ROUNDS }, (_, at) => at) },
  },
  'nested, 100 x 100': {
    text: `@for(i in range(0, ${SIDE}))
@foreach(row in props.rows)
@if(row.size > i && row.isNew)
{{i}} {{row.name}}
@else
{{i}}
@endif
@endforeach
@endfor
`,
    props: {
      rows: Array.from({ length: SIDE }, (_, size) => ({ name: `row ${size}`, size, isNew: true })),
    },
  },
};
