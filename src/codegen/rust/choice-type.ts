// A value out of a list: an enum for texts, the common type of everything else.
import type { JsonValue } from '../../core/json.ts';
import { openVariantScope } from './rust-names.ts';
import { optionOf, plain, UNIT, VALUE, type RustType } from './rust-type.ts';
import { declare, type Place, type TypeBuild } from './type-build.ts';

export interface Choice {
  readonly values: readonly JsonValue[];
  readonly doc: readonly string[];
  /** What the values mean, in their order. */
  readonly meanings?: readonly (readonly string[])[];
}

export function choiceType(choice: Choice, place: Place, build: TypeBuild): RustType {
  const values = choice.values.filter((value) => value !== null);
  const type = values.length === 0 ? UNIT : typeOfValues(values, choice, { place, build });
  const isNullable = values.length > 0 && values.length < choice.values.length;
  return isNullable && type !== VALUE ? optionOf(type) : type;
}

interface Where {
  readonly place: Place;
  readonly build: TypeBuild;
}

function typeOfValues(values: readonly JsonValue[], choice: Choice, where: Where): RustType {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === values.length) return declareChoice(texts, choice, where);
  if (values.every((value) => Number.isSafeInteger(value))) return plain('i64');
  if (values.every((value) => typeof value === 'number')) return plain('f64');
  return values.every((value) => typeof value === 'boolean') ? plain('bool') : VALUE;
}

function declareChoice(texts: readonly string[], choice: Choice, where: Where): RustType {
  const scope = openVariantScope();
  const meaningOf = new Map(choice.values.map((value, at) => [value, choice.meanings?.[at]]));
  const variants = [...new Set(texts)].map((value) => ({
    value,
    name: scope.take(value),
    doc: meaningOf.get(value) ?? [],
  }));
  return declare(where.place, where.build, () => ({ kind: 'choice', doc: choice.doc, variants }));
}
