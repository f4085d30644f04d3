// Asks for the fields of a form one after the other: texts, numbers, yes or no, one of a list, several.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { asText } from '../as-text.ts';
import { coerce } from '../call/coerce.ts';
import { itemsOf, propertiesOf, requiredOf } from '../call/schema-view.ts';
import { oneLine } from '../one-line.ts';
import type { Prompter } from '../prompter.ts';

/** The filled form; `undefined` when the input ends before it is complete. */
export async function askForm(
  schema: JsonObject,
  prompter: Prompter,
): Promise<JsonObject | undefined> {
  const required = requiredOf(schema);
  const content: JsonObject = {};
  for (const [name, field] of propertiesOf(schema)) {
    const value = await askField({ name, field, isRequired: required.includes(name) }, prompter);
    if (value === END) return undefined;
    if (value !== SKIP) content[name] = value;
  }
  return content;
}

const END = Symbol('end');
const SKIP = Symbol('skip');

interface Field {
  readonly name: string;
  readonly field: JsonObject;
  readonly isRequired: boolean;
}

interface Choice {
  readonly value: JsonValue;
  readonly label: string;
}

async function askField(
  { name, field, isRequired }: Field,
  prompter: Prompter,
): Promise<JsonValue | typeof END | typeof SKIP> {
  const isMulti = field['type'] === 'array';
  const choices = choicesOf(isMulti ? itemsOf(field) : field);
  const { default: preset, description } = field;
  if (typeof description === 'string') prompter.say(`  ${oneLine(description)}`);
  for (const [at, { label }] of choices.entries()) prompter.say(`  ${at + 1}) ${oneLine(label)}`);
  const question = `${titleOf(name, field)}${hintOf(field, { isMulti, isRequired, preset })}: `;
  for (;;) {
    const text = await prompter.ask(question);
    if (text === undefined) return END;
    if (text.trim() === '') {
      if (preset !== undefined) return preset;
      if (!isRequired) return SKIP;
    }
    const value = isMulti ? toSeveral(text, choices) : toOne(text, field, choices);
    const problem = value === undefined ? 'That does not fit.' : problemWith(value, field);
    if (value !== undefined && problem === undefined) return value;
    prompter.say(`  ${problem}`);
  }
}

function titleOf(name: string, { title }: JsonObject): string {
  return oneLine(typeof title === 'string' ? title : name);
}

interface HintFacts {
  readonly isMulti: boolean;
  readonly isRequired: boolean;
  readonly preset: JsonValue | undefined;
}

function hintOf({ type }: JsonObject, { isMulti, isRequired, preset }: HintFacts): string {
  const parts = [
    isMulti ? 'several, with commas' : type === 'boolean' ? 'yes/no' : undefined,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
    isRequired || preset !== undefined ? undefined : 'optional',
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** What may be chosen, in any of the ways forms say it. */
function choicesOf(schema: JsonObject): readonly Choice[] {
  const { enum: values, enumNames } = schema;
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value, at) => ({ value, label: asText(names[at] ?? value) }));
  }
  const titled = [schema['oneOf'], schema['anyOf']].find((list) => Array.isArray(list)) ?? [];
  return titled.flatMap((one) =>
    isJsonObject(one) && one['const'] !== undefined
      ? [{ value: one['const'], label: asText(one['title'] ?? one['const']) }]
      : [],
  );
}

function toOne(text: string, field: JsonObject, choices: readonly Choice[]): JsonValue | undefined {
  if (choices.length > 0) return choose(text, choices);
  if (field['type'] !== 'boolean') return coerce(text, field);
  if (/^(?:y|yes|true)$/iu.test(text.trim())) return true;
  return /^(?:n|no|false)$/iu.test(text.trim()) ? false : undefined;
}

function toSeveral(text: string, choices: readonly Choice[]): JsonValue | undefined {
  const words = text.split(',').map((word) => word.trim());
  const values = words.filter((word) => word !== '').map((word) => choose(word, choices));
  return values.some((value) => value === undefined) ? undefined : (values as JsonValue[]);
}

/** By its number, its value or its label; without a list anything goes. */
function choose(text: string, choices: readonly Choice[]): JsonValue | undefined {
  if (choices.length === 0) return text;
  const word = text.trim();
  const named = choices.find(({ value, label }) => asText(value) === word || label === word);
  return (named ?? choices[/^\d+$/u.test(word) ? Number(word) - 1 : -1])?.value;
}

/** The few bounds forms may set. */
function problemWith(value: JsonValue, field: JsonObject): string | undefined {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : value;
  const low = minimum ?? minLength ?? minItems;
  const high = maximum ?? maxLength ?? maxItems;
  if (typeof size !== 'number') return undefined;
  if (typeof low === 'number' && size < low) return `At least ${low}, please.`;
  return typeof high === 'number' && size > high ? `At most ${high}, please.` : undefined;
}
