// Damages valid messages in every way a broken or hostile client might; the same seed, the same damage.
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import type { Random } from './random.ts';

/** Names that mean something to JavaScript, to the kernel, or to a shell. */
const NASTY_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '',
  ' ',
  '../../etc/passwd',
  '$(id)',
  'a\u0000b',
  '\uD800',
  '💥\u202E\uFEFF',
  'jsonrpc',
  'id',
  'method',
  'params',
  '_meta',
  'io.modelcontextprotocol/protocolVersion',
] as const;

/** Numbers as text, because some of them cannot be written by JSON.stringify. */
const NASTY_NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '1e21',
  '9007199254740993',
  '1e-400',
  '0.1',
  '-1',
  '4294967296',
  '123456789012345678901234567890123456789012345678901234567890',
] as const;

const DEPTHS = [10, 500, 5_000, 20_000] as const;

/** Text that stands for itself in the JSON; see `toText`. */
const raw = (text: string): string => `@raw:${text}@`;
const RAW = /"@raw:([^@]*)@"/gu;

function nastyValue(random: Random): JsonValue {
  const depth = random.pick(DEPTHS);
  return random.pick<() => JsonValue>([
    () => raw(random.pick(NASTY_NUMBERS)),
    () => random.pick(NASTY_NAMES),
    () => raw('['.repeat(depth) + ']'.repeat(depth)),
    () => raw('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
    () => raw('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => [{}, [], 'x', 1],
    () => 'x'.repeat(random.below(5_000)),
    () => String.fromCodePoint(random.below(0xd7ff)).repeat(1 + random.below(20)),
  ])();
}

/** A place in a message: what holds it, and under which key. */
interface Place {
  readonly holder: JsonObject;
  readonly key: string;
}

function placesIn(value: JsonValue, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  // Arrays are objects with numbers for keys as far as damage goes.
  const holder = value as JsonObject;
  for (const key of Object.keys(holder)) {
    found.push({ holder, key });
    placesIn(holder[key] ?? null, found);
  }
  return found;
}

function define(holder: JsonObject, key: string, value: JsonValue): void {
  // Named properties of an array are no part of its JSON, and some cannot be defined.
  if (Array.isArray(holder)) return void holder.push(value);
  // Assigning `__proto__` would change the prototype of our own object instead of adding a key.
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

type Damage = (place: Place, random: Random) => void;

const DAMAGES: readonly Damage[] = [
  ({ holder, key }) => void delete holder[key],
  ({ holder, key }, random) => define(holder, key, nastyValue(random)),
  ({ holder, key }, random) => define(holder, key, nastyValue(random)),
  ({ holder, key }, random) => define(holder, random.pick(NASTY_NAMES), holder[key] ?? null),
  ({ holder }, random) => define(holder, random.pick(NASTY_NAMES), nastyValue(random)),
  ({ holder, key }) => define(holder, key, { [key]: holder[key] ?? null }),
  ({ holder, key }) => define(holder, key, [holder[key] ?? null]),
];

function damageShape(seed: JsonObject, random: Random): string {
  const message = structuredClone(seed);
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time += 1) {
    const places = placesIn(message);
    if (places.length > 0) random.pick(DAMAGES)(random.pick(places), random);
  }
  return toText(message);
}

function toText(message: JsonValue): string {
  return JSON.stringify(message).replaceAll(RAW, (_, text: string) => JSON.parse(`"${text}"`));
}

type ByteDamage = (bytes: Buffer, random: Random) => Buffer;

const BYTE_DAMAGES: readonly ByteDamage[] = [
  (bytes, random) => {
    const at = random.below(bytes.length);
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.below(8)), at);
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => bytes.subarray(random.below(bytes.length)),
  (bytes, random) => {
    const at = random.below(bytes.length);
    const junk = Buffer.from(Array.from({ length: 1 + random.below(8) }, () => random.below(256)));
    return Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]);
  },
  (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(bytes.length))]);
  },
  (bytes) => Buffer.concat([bytes, bytes]),
];

export function damageBytes(text: string, random: Random): Buffer {
  let bytes = Buffer.from(text);
  const times = 1 + random.below(4);
  for (let time = 0; time < times && bytes.length > 0; time += 1) {
    bytes = Buffer.from(random.pick(BYTE_DAMAGES)(bytes, random));
  }
  return bytes;
}

/** One damaged message: by shape, by bytes, both, in a batch, or whole but repeated. */
export function mutant(seeds: readonly JsonObject[], random: Random): Buffer {
  const seed = random.pick(seeds);
  if (random.chance(0.05)) {
    const members = Array.from({ length: random.below(5) }, () =>
      damageShape(random.pick(seeds), random),
    );
    return Buffer.from(`[${members.join(',')}]`);
  }
  // The seeds share their ids, so that whole ones duplicate the ids of others.
  if (random.chance(0.1)) return Buffer.from(toText(seed));
  if (random.chance(0.3)) return damageBytes(toText(seed), random);
  const damaged = damageShape(seed, random);
  return random.chance(0.1) ? damageBytes(damaged, random) : Buffer.from(damaged);
}
