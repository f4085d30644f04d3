// Small checks that tables of fields are made of.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { Findings, type Explain, type Rule } from './finding.ts';

export interface FieldRule {
  readonly rule: Rule;
  readonly isRequired: boolean;
}

export type FieldTable = Readonly<Record<string, FieldRule>>;

export const required = (rule: Rule): FieldRule => ({ rule, isRequired: true });
export const optional = (rule: Rule): FieldRule => ({ rule, isRequired: false });

export const anything: Rule = { accepts: () => true, explain: () => {} };

/** A rule for what is rare: it looks closely at every value. */
export const explained = (explain: Explain): Rule => ({
  accepts: (value) => saysNothing((found) => explain(value, found)),
  explain,
});

function saysNothing(look: (found: Findings) => void): boolean {
  const found = new Findings();
  look(found);
  return found.all.length === 0;
}

const mustBe = (what: string, accepts: (value: JsonValue) => boolean): Rule => ({
  accepts,
  explain: (_, found) => found.error(`must be ${what}`),
});

export const text = mustBe('a string', (value) => typeof value === 'string');
export const flag = mustBe('true or false', (value) => typeof value === 'boolean');
export const filledText = mustBe(
  'a string that is not empty',
  (value) => typeof value === 'string' && value.trim() !== '',
);
export const object = mustBe('an object', isJsonObject);
export const scalar = mustBe(
  'a string, a number, true, false or null',
  (value) => typeof value !== 'object' || value === null,
);

export const hasTemplate = (value: JsonValue): boolean =>
  typeof value === 'string' && (value.includes('{{') || value.includes('{!!'));

/** A whole number, or a template that gives one. */
export const wholeNumber = (least: number): Rule =>
  mustBe(
    `a whole number that is at least ${least}`,
    (value) => hasTemplate(value) || (Number.isSafeInteger(value) && Number(value) >= least),
  );

export const oneOf = (...words: readonly string[]): Rule =>
  mustBe(
    `one of: ${words.join(', ')}`,
    (value) => typeof value === 'string' && words.includes(value),
  );

export const listOf = (rule: Rule): Rule => ({
  accepts: (value) => Array.isArray(value) && value.every(rule.accepts),
  explain: (value, found) => {
    if (!Array.isArray(value)) return found.error('must be an array');
    for (const [at, one] of value.entries()) found.inside(at, one, rule);
  },
});

export const mapOf = (rule: Rule): Rule => ({
  accepts: (value) =>
    isJsonObject(value) && (rule === anything || Object.values(value).every(rule.accepts)),
  explain: (value, found) => {
    if (!isJsonObject(value)) return found.error('must be an object');
    for (const key of Object.keys(value)) found.inside(key, value[key] ?? null, rule);
  },
});

/** An object with these fields; `also` looks at the whole of it. */
export function fields(
  table: FieldTable,
  also?: (value: JsonObject, found: Findings) => void,
): Rule {
  const rows = new Map(Object.entries(table));
  const needed = Object.keys(table).filter((key) => table[key]?.isRequired);
  return {
    accepts: (value) => {
      if (!isJsonObject(value)) return false;
      let missing = needed.length;
      for (const key of Object.keys(value)) {
        const row = rows.get(key);
        if (!row?.rule.accepts(value[key] ?? null)) return false;
        if (row.isRequired) missing -= 1;
      }
      return missing === 0 && (!also || saysNothing((found) => also(value, found)));
    },
    explain: (value, found) => {
      if (!isJsonObject(value)) return found.error('must be an object');
      for (const key of Object.keys(value)) {
        const row = rows.get(key);
        if (row) found.inside(key, value[key] ?? null, row.rule);
        else found.warn('is not a field the specification knows', key);
      }
      for (const key of needed) {
        if (!Object.hasOwn(value, key)) found.error(`'${key}' is required`);
      }
      also?.(value, found);
    },
  };
}
