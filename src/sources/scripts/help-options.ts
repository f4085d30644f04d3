// Reads the option definitions a script printed on stderr for `--help` into the schema of its arguments.
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { isDangerousName } from './dangerous-names.ts';
import type { Finding } from './finding.ts';
import { parseJson } from './parse-json.ts';
import { toOptionSchema, type Say } from './help-option.ts';
import type { OptionSchema, OptionsSchema } from './option-schema.ts';

export function parseOptions(stderr: string, findings: Finding[]): OptionsSchema {
  const properties: [string, OptionSchema][] = [];
  const required: string[] = [];
  for (const [name, definition] of Object.entries(parseDefinitions(stderr, findings))) {
    const say: Say = (severity, message, mend) => {
      findings.push({ severity, message: `option "${name}" ${message}`, mend });
    };
    checkName(name, say);
    if (!isJsonObject(definition)) {
      say('error', 'is not an object', 'write {"description": "…", "required": true, …}');
      continue;
    }
    const schema = toOptionSchema(definition, say);
    if (isWrittenWhole(schema, stderr)) {
      say('note', 'is a float with a default_value without a fraction', 'write it as 1.0');
    }
    properties.push([name, schema]);
    if (definition['required'] === true) required.push(name);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

function parseDefinitions(stderr: string, findings: Finding[]): JsonObject {
  if (stderr.trim() === '') {
    const message = 'stderr of --help is empty; the script has no options';
    findings.push({ severity: 'note', message, mend: 'Print {} on stderr' });
    return {};
  }
  const parsed = parseJson(stderr);
  if ('value' in parsed && isJsonObject(parsed.value)) return parsed.value;
  const reason = 'reason' in parsed ? parsed.reason : 'it is not an object';
  findings.push({
    severity: 'error',
    message: `stderr of --help is not one JSON object of options: ${reason}`,
    mend: 'Print only the options on stderr for --help, {} if there are none; keep warnings away',
  });
  return {};
}

function checkName(name: string, say: Say): void {
  if (!isDangerousName(name)) return;
  const message = 'has the name of a variable that steers programs; its value is on stdin only';
  say('warning', message, 'give the option another name, for example in lower case');
}

/** JSON itself does not tell 1 from 1.0, only its text does. */
function isWrittenWhole(schema: OptionSchema, stderr: string): boolean {
  if (schema.type !== 'number' || !Number.isSafeInteger(schema.default)) return false;
  const written = JSON.stringify(schema.default);
  return new RegExp(`"default_value"\\s*:\\s*${written}\\s*[,}]`, 'u').test(stderr);
}
