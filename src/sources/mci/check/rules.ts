// Small checks that tables of fields are made of.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { Findings, Rule } from './finding.ts';

export interface FieldRule {
  readonly rule: Rule;
  readonly isRequired: boolean;
}

export type FieldTable = Readonly<Record<string, FieldRule>>;

export const required = (rule: Rule): FieldRule => ({ rule, isRequired: true });
export const optional = (rule: Rule): FieldRule => ({ rule, isRequired: false });

export const anything: Rule = () => {};

const mustBe =
  (what: string, holds: (value: JsonValue) => boolean): Rule =>
  (value, found) => {
    if (!holds(value)) found.error(`must be ${what}`);
  };

/** A rule that every value of a type keeps. */
function anyOfType(what: string, fits: 'string' | 'boolean'): Rule {
  return Object.assign(
    mustBe(what, (value) => typeof value === fits),
    { fits },
  );
}

export const text = anyOfType('a string', 'string');
export const flag = anyOfType('true or false', 'boolean');
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

export const listOf =
  (rule: Rule): Rule =>
  (value, found) => {
    if (!Array.isArray(value)) return found.error('must be an array');
    let at = 0;
    for (const one of value) {
      if (rule.fits !== typeof one) found.inside(at, one, rule);
      at += 1;
    }
  };

export const mapOf =
  (rule: Rule): Rule =>
  (value, found) => {
    if (!isJsonObject(value)) return found.error('must be an object');
    if (rule === anything) return;
    for (const key of Object.keys(value)) found.inside(key, value[key] ?? null, rule);
  };

/** An object with these fields; `also` looks at the whole of it. */
export function fields(
  table: FieldTable,
  also?: (value: JsonObject, found: Findings) => void,
): Rule {
  const rules = new Map(Object.entries(table).map(([key, { rule }]) => [key, rule]));
  const needed = Object.keys(table).filter((key) => table[key]?.isRequired);
  return (value, found) => {
    if (!isJsonObject(value)) return found.error('must be an object');
    for (const key of Object.keys(value)) {
      const rule = rules.get(key);
      const member = value[key] ?? null;
      if (!rule) found.warn('is not a field the specification knows', key);
      else if (rule.fits !== typeof member) found.inside(key, member, rule);
    }
    for (const key of needed) {
      if (!Object.hasOwn(value, key)) found.error(`'${key}' is required`);
    }
    also?.(value, found);
  };
}
