// What a catalog becomes in Rust, shape by shape; that it compiles is proved in test/slow.
import { describe, expect, it } from 'vitest';
import { findNote } from '../../../src/codegen/artifact.ts';
import type { Catalog } from '../../../src/codegen/catalog.ts';
import { emitRust } from '../../../src/codegen/rust/emit-rust.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { catalogOf, catalogWith, loadTorture, optionsFor } from './torture.ts';

function emit(catalog: Catalog): string {
  return emitRust(catalog, optionsFor(catalog, 'client-rust'));
}

/** The types of the tool of `catalogWith`, without what all files have. */
function typesOf(properties: JsonObject, more: JsonObject = {}): string {
  const text = emit(JSON.parse(JSON.stringify(catalogWith(properties, more))) as Catalog);
  return text.slice(text.indexOf('/// What t takes.'));
}

const STRING = { type: 'string' } as const;

/** An object with one text. */
function object(name: string, ...required: readonly string[]): JsonObject {
  return { type: 'object', properties: { [name]: STRING }, required: [...required] };
}

describe('structs', () => {
  it('[codegen-rust:structs] [codegen-rust:derives] [codegen-rust:optional] hold what a tool takes', () => {
    const query = { type: 'string', description: 'What to look for.\nIn full.' };
    const limit = { type: 'integer', default: 10 };
    const tags = { type: 'array', items: STRING };
    expect(typesOf({ query, 'max-size': limit, tags }, { required: ['query'] }))
      .toMatchInlineSnapshot(`
        "/// What t takes.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct TArgs {
            /// What to look for.
            /// In full.
            pub query: String,
            /// Default: 10
            #[serde(rename = "max-size")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub max_size: Option<i64>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub tags: Option<Vec<String>>,
        }
        "
      `);
  });

  it('[codegen-rust:nested] are called after the whole and the part', () => {
    const address = { type: 'object', properties: { street: STRING }, required: ['street'] };
    const text = typesOf({ address, others: { type: 'array', items: address } });
    expect(text).toContain('pub address: Option<TArgsAddress>,');
    expect(text).toContain('pub others: Option<Vec<TArgsOthersItem>>,');
    expect(text).toContain('pub struct TArgsAddress {\n    pub street: String,\n}');
  });

  it('[codegen-rust:nullable] say null where null must be said', () => {
    const text = typesOf({ a: { type: ['string', 'null'] } }, { required: ['a'] });
    expect(text).toContain('{\n    pub a: Option<String>,\n}');
  });

  it('[codegen-rust:maps] keep names nobody listed', () => {
    const counts = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(typesOf({ counts })).toContain('pub counts: Option<BTreeMap<String, i64>>,');
    const open = typesOf({ known: STRING }, { additionalProperties: { type: 'number' } });
    expect(open).toContain(
      '#[serde(flatten)]\n    pub additional_properties: BTreeMap<String, f64>,',
    );
    expect(typesOf({}, { additionalProperties: true })).toContain(
      'pub type TArgs = BTreeMap<String, Value>;',
    );
  });

  it('[codegen-rust:recursion] are boxed where they hold themselves', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
    const text = typesOf({ node: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } });
    expect(text).toContain('pub node: Option<TArgsNode>,');
    expect(text).toContain('pub next: Option<Box<TArgsNode>>,');
    const list = { type: 'array', items: { $ref: '#/$defs/L' } };
    expect(typesOf({ l: { $ref: '#/$defs/L' } }, { $defs: { L: list } })).toContain(
      '#[serde(transparent)]\npub struct TArgsL(pub Vec<TArgsL>);',
    );
    expect(typesOf({ self: { $ref: '#' } })).toContain('pub self_: Option<Box<TArgs>>,');
  });
});

describe('alternatives', () => {
  it('[codegen-rust:enums] texts to choose from are an enum', () => {
    const text = typesOf({ color: { enum: ['red', 'green blue', '3d', null] } });
    expect(text).toContain('pub color: Option<TArgsColor>,');
    expect(text).toContain('#[serde(rename = "green blue")]\n    GreenBlue,');
    expect(text).toContain('#[serde(rename = "3d")]\n    V3d,');
  });

  it('[codegen-rust:unions] types to choose from are an untagged enum, narrow ones first', () => {
    const text = typesOf({ it: { anyOf: [STRING, { type: 'number' }, { type: 'integer' }] } });
    expect(text).toContain(
      '#[serde(untagged)]\npub enum TArgsIt {\n    Integer(i64),\n    Number(f64),\n    Text(String),\n}',
    );
  });

  it('[codegen-rust:unions] objects are told apart by what they need, or stay a value', () => {
    const clear = typesOf({ it: { oneOf: [object('a', 'a'), object('b', 'b')] } });
    expect(clear).toContain('Variant1(TArgsItVariant1),\n    Variant2(TArgsItVariant2),');
    const unclear = typesOf({ it: { oneOf: [object('a'), object('b')] } });
    expect(unclear).toContain('pub it: Option<Value>,');
  });

  it('[codegen-rust:unions] allOf is one struct', () => {
    const text = typesOf(
      { it: { allOf: [object('left', 'left'), { $ref: '#/$defs/R' }] } },
      {
        $defs: { R: object('right', 'right') },
      },
    );
    expect(text).toContain(
      'pub struct TArgsIt {\n    pub left: String,\n    pub right: String,\n}',
    );
  });
});

describe('the client', () => {
  it('[codegen-rust:client] [codegen-rust:outputs] has one method for each tool', () => {
    const outputSchema = { type: 'object', properties: { sum: { type: 'number' } } };
    const inputSchema = { type: 'object' };
    const text = emit(
      catalogOf([
        { name: 'get-sum', description: 'Adds.', inputSchema, outputSchema },
        { name: 'new', inputSchema },
        { name: 'a/b', inputSchema },
      ]),
    );
    expect(text).toContain('pub trait ToolCaller: Sync {');
    expect(text).toContain('impl<C: ToolCaller> DemoClient<C> {');
    expect(text).toContain(
      '    /// Adds.\n    pub async fn get_sum(&self, args: GetSumArgs) -> Result<GetSumOutput, C::Error> {',
    );
    expect(text).toContain(
      'pub async fn new_(&self, args: NewArgs) -> Result<CallResult, C::Error> {',
    );
    expect(text).toContain('let tool = "a/b";');
    expect(text).toContain('pub sum: Option<f64>,');
  });

  it('[codegen-rust:names] [codegen-rust:collisions] never has the same name twice', () => {
    const text = emit(loadTorture());
    const names = [
      ...text.matchAll(/^ *pub (?:async fn|fn|struct|enum|type) (\p{XID_Continue}+)/gmu),
    ];
    const words = names.map(([, name]) => name);
    expect(words.length).toBeGreaterThan(150);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe('schemas made to hurt', () => {
  const names = Array.from({ length: 30 }, (_, at) => `D${at}`);
  const refs = names.map((name) => ({ $ref: `#/$defs/${name}` }));

  it('[codegen-rust:recursion] references that all lead to all others come to an end', () => {
    const $defs = Object.fromEntries(names.map((name) => [name, { allOf: refs }]));
    expect(typesOf({ it: refs[0] ?? true }, { $defs })).toContain('pub it: Option<');
  });

  it('[codegen-rust:recursion] schemas that grow out of themselves come to an end', () => {
    const grows = { properties: { a: { $ref: '#/$defs/D0' } }, allOf: [{ $ref: '#/$defs/D1' }] };
    const again = { properties: { a: { allOf: refs.slice(0, 2) } } };
    expect(
      typesOf({ it: { allOf: refs.slice(0, 2) } }, { $defs: { D0: grows, D1: again } }),
    ).toContain('pub it: Option<');
  });
});

describe('the file', () => {
  it('[codegen-rust:header] says what made it, from what', () => {
    const text = emit(loadTorture());
    expect(text).toMatch(/^\/\/ Made by plugboard 1\.2\.3 from torture \(node server\.mjs\)/u);
    expect(findNote(text)).toMatchObject({ kind: 'client-rust', server: 'torture' });
  });

  it('[codegen-rust:deterministic] is the same for the same catalog', () => {
    expect(emit(loadTorture())).toBe(emit(loadTorture()));
  });
});
