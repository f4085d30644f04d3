// Reads the option definitions a script printed on stderr for `--help`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isDangerousName } from './dangerous-names.ts';
import type { Finding } from './finding.ts';
import { parseJson } from './help-json.ts';
import { objection, VALUE_TYPES, type ScriptOption, type Size } from './value-types.ts';

const FIELDS = ['description', 'required', 'value_type', 'default_value', 'size'];
const TYPE_NAMES = ['string', 'integer', 'float', 'boolean', 'any'] as const;

type Say = (severity: Finding['severity'], message: string, mend: string) => void;

export function parseOptions(stderr: string, findings: Finding[]): ScriptOption[] {
  const definitions = parseDefinitions(stderr, findings);
  return Object.entries(definitions).map(([name, definition]) => {
    const say: Say = (severity, message, mend) => {
      findings.push({ severity, message: `option "${name}" ${message}`, mend });
    };
    if (isDangerousName(name)) {
      say(
        'warning',
        'has the name of a variable that steers programs; its value is on stdin only',
        'give the option another name, for example in lower case',
      );
    }
    const option = parseOption(name, definition, say);
    if (isWrittenWhole(option, stderr)) {
      say('note', 'is a float with a default_value without a fraction', 'write it as 1.0');
    }
    return option;
  });
}

/** JSON itself does not tell 1 from 1.0, only its text does. */
function isWrittenWhole({ type, defaultValue }: ScriptOption, stderr: string): boolean {
  if (type !== 'float' || !Number.isSafeInteger(defaultValue)) return false;
  return new RegExp(`"default_value"\\s*:\\s*${String(defaultValue)}\\s*[,}]`, 'u').test(stderr);
}

function parseDefinitions(stderr: string, findings: Finding[]): JsonObject {
  if (stderr.trim() === '') {
    const message = 'stderr of --help is empty; the script has no options';
    findings.push({ severity: 'note', message, mend: 'print {} on stderr' });
    return {};
  }
  const parsed = parseJson(stderr);
  if ('value' in parsed && isJsonObject(parsed.value)) return parsed.value;
  const reason = 'reason' in parsed ? parsed.reason : 'it is not an object';
  findings.push({
    severity: 'error',
    message: `stderr of --help is not one JSON object of options: ${reason}`,
    mend: 'print only the options on stderr for --help, {} if there are none; keep warnings away',
  });
  return {};
}

function parseOption(name: string, definition: JsonValue, say: Say): ScriptOption {
  if (!isJsonObject(definition)) {
    say('error', 'is not an object', 'write {"description": "…", "required": true, …}');
    return { name, description: '', isRequired: false, type: 'any' };
  }
  checkFields(definition, say);
  const isRequired = definition['required'] === true;
  const size = parseSize(definition['size'], say);
  const { description } = definition;
  const option: ScriptOption = {
    name,
    description: typeof description === 'string' ? description : '',
    isRequired,
    ...parseType(definition['value_type'], say),
    ...(size && { size }),
  };
  checkSize(option, say);
  return isRequired ? option : withDefault(option, definition['default_value'], say);
}

function checkFields(definition: JsonObject, say: Say): void {
  for (const field of Object.keys(definition)) {
    if (FIELDS.includes(field)) continue;
    say('warning', `has an unknown field "${field}"`, `use one of ${FIELDS.join(', ')}`);
  }
  const { description, required } = definition;
  if (description !== undefined && typeof description !== 'string') {
    say('warning', 'has a description that is not a string', 'write the description as a string');
  }
  if (required !== undefined && required !== null && typeof required !== 'boolean') {
    say('error', 'has a "required" that is neither true nor false', 'write true or false');
  }
}

function parseType(given: JsonValue | undefined, say: Say): Pick<ScriptOption, 'type' | 'values'> {
  if (given === undefined || given === null) {
    say('note', 'has no value_type; any value is accepted', 'add "value_type", such as "string"');
    return { type: 'any' };
  }
  const type = TYPE_NAMES.find((name) => name === given);
  if (type) return { type };
  const values = isJsonObject(given) ? given['enum'] : undefined;
  if (!Array.isArray(values)) {
    const known = TYPE_NAMES.map((name) => `"${name}"`).join(', ');
    const message = `has the unknown value_type ${JSON.stringify(given)}`;
    say('error', message, `use ${known} or {"enum": ["one", "two"]}`);
    return { type: 'any' };
  }
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0 || texts.length < values.length) {
    say('error', 'has an enum that is not a list of strings', 'list one string or more');
  }
  return { type: 'enum', values: [...new Set(texts)] };
}

function parseSize(given: JsonValue | undefined, say: Say): Size | undefined {
  if (given === undefined || given === null) return undefined;
  const bounds = isJsonObject(given)
    ? [given['min'] ?? undefined, given['max'] ?? undefined]
    : [''];
  const [min, max] = bounds;
  if (bounds.some((bound) => bound !== undefined && typeof bound !== 'number')) {
    say('error', 'has a size that is not {"min": number, "max": number}', 'write numbers');
    return undefined;
  }
  if (bounds.some((bound) => bound !== undefined && !Number.isInteger(bound))) {
    say('note', 'has a size with a fraction', 'use whole numbers for "min" and "max"');
  }
  return {
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
  };
}

function checkSize({ type, size }: ScriptOption, say: Say): void {
  if (!size) return;
  if (!VALUE_TYPES[type].bounds) {
    say('warning', `has a size, which means nothing for ${type}`, 'remove "size"');
  }
  const { min = -Infinity, max = Infinity } = size;
  if (min > max || (type === 'string' && max < 0)) {
    say('warning', 'has a size that no value can meet', 'let "min" be at most "max"');
  }
}

function withDefault(option: ScriptOption, given: JsonValue | undefined, say: Say): ScriptOption {
  if (given === undefined || given === null) {
    const message = 'is optional without a default_value; it is absent when not given';
    say('note', message, 'add "default_value", or "required": true');
    return option;
  }
  const { size: _, ...unbounded } = option;
  const reason = objection(unbounded, given);
  if (reason !== undefined) {
    const message = `has the default_value ${JSON.stringify(given)}, but it ${reason}`;
    say('error', message, 'change "default_value" or "value_type" so that they agree');
    return option;
  }
  const sizeReason = objection(option, given);
  if (sizeReason !== undefined) {
    const message = `has the default_value ${JSON.stringify(given)}, but it ${sizeReason}`;
    say('warning', message, 'change "default_value" or "size" so that they agree');
  }
  return { ...option, defaultValue: given };
}
