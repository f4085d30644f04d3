// Decides the conditions of `@if`; never fails, whatever the data is.
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { valueAt, type Sight } from './scope.ts';
import type { Comparison, Condition, Operand } from './template.ts';

/** A sight that pays for the work it does. */
export interface Evaluation extends Sight {
  spend(steps: number): void;
  /** Objects already asked whether they have members: in a large one that costs more than a step. */
  readonly filled: Map<object, boolean>;
}

export function isMet(condition: Condition, evaluation: Evaluation): boolean {
  evaluation.spend(1);
  if (condition.kind === 'any') return condition.of.some((one) => isMet(one, evaluation));
  if (condition.kind === 'all') return condition.of.every((one) => isMet(one, evaluation));
  if (condition.kind === 'not') return !isMet(condition.of, evaluation);
  if (condition.kind === 'truthy') {
    return isTrue(operandValue(condition.operand, evaluation), evaluation);
  }
  const left = operandValue(condition.left, evaluation);
  const right = operandValue(condition.right, evaluation);
  return compares(left, right, { by: condition.by, evaluation });
}

/** Zero, nothing, the empty text and empty collections are false. */
export function isTruthy(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  if (Array.isArray(value)) return value.length > 0;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

function isTrue(value: JsonValue, { filled }: Evaluation): boolean {
  if (!isJsonObject(value)) return isTruthy(value);
  const known = filled.get(value) ?? isTruthy(value);
  filled.set(value, known);
  return known;
}

/** A missing path is null. */
function operandValue(operand: Operand, evaluation: Evaluation): JsonValue {
  if ('literal' in operand) return operand.literal;
  for (const alternative of operand.alternatives) {
    if ('literal' in alternative) return alternative.literal;
    evaluation.spend(alternative.path.keys.length);
    const value = valueAt(alternative.path, evaluation);
    if (value !== undefined) return value;
  }
  return null;
}

/** Long texts are compared in blocks; this many characters cost one step. */
const CHARS_PER_STEP = 64;

function compares(
  left: JsonValue,
  right: JsonValue,
  { by, evaluation }: { by: Comparison; evaluation: Evaluation },
): boolean {
  if (by === '==' || by === '!=') {
    if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) {
      evaluation.spend(left.length / CHARS_PER_STEP);
    }
    return (left === right) === (by === '==');
  }
  const [a, b] = [toNumber(left), toNumber(right)];
  if (a === undefined || b === undefined) return false;
  return ORDERS[by](a, b);
}

const ORDERS: Readonly<
  Record<Exclude<Comparison, '==' | '!='>, (a: number, b: number) => boolean>
> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};

const MAX_NUMBER_CHARS = 40;

/** Variables of the environment are always texts, so texts that are numbers count as such. */
function toNumber(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > MAX_NUMBER_CHARS) return undefined;
  return /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/iu.test(value) ? Number(value) : undefined;
}
