// Plain functions, and every wrapper around them, keep the contract of a source.
import { defineTools } from '../../src/core/define-tools.ts';
import { safeNames } from '../../src/core/safe-names.ts';
import { filtered } from '../../src/core/wrappers/filtered.ts';
import { limited } from '../../src/core/wrappers/limited.ts';
import { merged } from '../../src/core/wrappers/merged.ts';
import { namespaced } from '../../src/core/wrappers/namespaced.ts';
import { renamed } from '../../src/core/wrappers/renamed.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import { wrapped } from '../../src/core/wrappers/wrapped.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { definedStage, type Wrapping } from './defined-stage.ts';
import { describeSource } from './describe-source.ts';

const others = () =>
  defineTools({ name: 'others', tools: { other: { call: () => 'from another source' } } });

const WRAPPERS: Readonly<Record<string, Wrapping>> = {
  defineTools: {},
  wrapped: { wrap: (source) => wrapped(source, {}) },
  filtered: { wrap: (source) => filtered(source, (name) => name !== 'hidden') },
  limited: {
    wrap: (source) =>
      limited(source, { maxConcurrent: 4, maxOutputBytes: 100_000, timeoutMs: 60_000 }),
  },
  merged: { wrap: (source) => merged('both', [others(), source]) },
  namespaced: {
    wrap: (source) => namespaced(source, 'box__'),
    spell: (name) => `box__${name}`,
  },
  renamed: {
    wrap: (source) =>
      renamed(source, {
        spelling: (names) => safeNames(names, '__'),
        shownTo: () => true,
      }),
    spell: (name) => name.replace('/', '__'),
  },
  validated: { wrap: (source) => validated(source, compileSchema) },
  'all at once': {
    wrap: (source) =>
      merged('all', [
        namespaced(validated(limited(source, { maxConcurrent: 4 }), compileSchema), 'a.'),
        others(),
      ]),
    spell: (name) => `a.${name}`,
  },
};

for (const [name, wrapping] of Object.entries(WRAPPERS)) {
  describeSource(name, () => definedStage(wrapping));
}
