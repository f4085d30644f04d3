// Turns JSON Schemas of any draft into checks; Ajv is loaded when the first schema needs it.
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { JsonObject } from '../core/json.ts';
import type { SchemaCheck } from '../core/tool-checks.ts';

type Draft = '2020-12' | '2019-09' | 'draft-07';

/** What `$schema` may say, by the part that tells the drafts apart. */
const DRAFTS: readonly (readonly [RegExp, Draft])[] = [
  [/2020-12/, '2020-12'],
  [/2019-09/, '2019-09'],
  [/draft-0[67]/, 'draft-07'],
];

const validators = new Map<Draft, Promise<Ajv>>();

/** A check for the schema; a dialect nobody here knows is not checked rather than refused. */
export async function compileSchema(schema: JsonObject): Promise<SchemaCheck> {
  const draft = draftOf(schema['$schema']);
  if (!draft) return () => undefined;
  const ajv = await loadedAjv(draft);
  if (!ajv.formats['date-time'] && JSON.stringify(schema).includes('"format"')) {
    (await import('ajv-formats')).default.default(ajv);
  }
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (cause) {
    const reason = `its schema is not valid: ${(cause as Error).message}`;
    return () => reason;
  } finally {
    // The check lives with its tool; Ajv would keep every schema it ever saw.
    ajv.removeSchema(schema);
  }
  return (value) => (validate(value) ? undefined : renderErrors(validate.errors ?? []));
}

/** What is wrong with a schema itself, if anything. */
export async function mistakeInSchema(schema: JsonObject): Promise<string | undefined> {
  const draft = draftOf(schema['$schema']);
  if (!draft) return undefined;
  const ajv = await loadedAjv(draft);
  try {
    ajv.compile(schema);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  } finally {
    ajv.removeSchema(schema);
  }
}

function draftOf(dialect: unknown): Draft | undefined {
  if (dialect === undefined) return '2020-12';
  return DRAFTS.find(([mark]) => typeof dialect === 'string' && mark.test(dialect))?.[1];
}

function loadedAjv(draft: Draft): Promise<Ajv> {
  let ajv = validators.get(draft);
  if (!ajv) {
    validators.set(draft, (ajv = loadAjv(draft)));
    // It may be found the next time.
    ajv.catch(() => validators.delete(draft));
  }
  return ajv;
}

async function loadAjv(draft: Draft): Promise<Ajv> {
  // Schemas come from anywhere: unknown keywords and formats are data, not mistakes of ours.
  const options = {
    strict: false,
    allErrors: true,
    validateFormats: true,
    // Compiling the meta-schema takes longer than starting Node; what is wrong in a schema that
    // matters for checking is found by compiling it.
    validateSchema: false,
    // Without it an argument called `constructor` counts as given, whatever was sent.
    ownProperties: true,
    logger: false as const,
  };
  return newAjv(draft, options);
}

async function newAjv(draft: Draft, options: object): Promise<Ajv> {
  if (draft === '2020-12') return new (await import('ajv/dist/2020.js')).Ajv2020(options);
  if (draft === '2019-09') return new (await import('ajv/dist/2019.js')).Ajv2019(options);
  return new (await import('ajv')).Ajv(options);
}

const SHOWN_ERRORS = 3;

function renderErrors(errors: readonly ErrorObject[]): string {
  const lines = [...new Set(errors.map(renderError))];
  const rest = lines.length - SHOWN_ERRORS;
  return lines.slice(0, SHOWN_ERRORS).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** Words for the mistakes people make most; Ajv's own for the others. */
function renderError({ keyword, params, instancePath, message }: ErrorObject): string {
  const where = instancePath.slice(1).replaceAll('/', '.');
  const inside = where === '' ? '' : ` in ${where}`;
  if (keyword === 'required')
    return `Missing required argument: ${dotted(where, params['missingProperty'])}`;
  if (keyword === 'additionalProperties') {
    return `Unknown argument: ${dotted(where, params['additionalProperty'])}`;
  }
  if (keyword === 'enum') {
    return `Argument ${where} must be one of: ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`;
  }
  return where === '' ? `Arguments ${message}${inside}` : `Argument ${where} ${message}`;
}

function dotted(where: string, name: unknown): string {
  return where === '' ? String(name) : `${where}.${String(name)}`;
}
