// Reads what a script printed for `--help`: metadata on stdout, options on stderr.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Finding } from './finding.ts';
import { parseJson } from './parse-json.ts';
import { parseOptions } from './help-options.ts';
import type { OptionsSchema } from './option-schema.ts';

export interface ScriptMetadata {
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly hasState: boolean;
  readonly inputSchema: OptionsSchema;
}

export interface ParsedHelp {
  readonly metadata: ScriptMetadata;
  /** With an `error` among them the metadata must not be used. */
  readonly findings: readonly Finding[];
}

export interface HelpOutput {
  /** The file's own name, for scripts that do not describe themselves. */
  readonly name: string;
  readonly stdout: string;
  readonly stderr: string;
}

export function parseHelp(output: HelpOutput): ParsedHelp {
  const findings: Finding[] = [];
  const about = parseAbout(output.stdout, findings);
  const inputSchema = parseOptions(output.stderr, findings);
  const { title, version, description } = about;
  return {
    metadata: {
      ...(typeof title === 'string' && { title }),
      description: describe(description, output.name),
      ...(typeof version === 'string' && { version }),
      hasState: about['state'] === true,
      inputSchema,
    },
    findings,
  };
}

function describe(description: JsonValue | undefined, name: string): string {
  if (typeof description !== 'string') return name;
  return description === '' ? `Command: ${name}` : description;
}

const EXAMPLE = `{"description": "What this script does", "state": false}`;

function parseAbout(stdout: string, findings: Finding[]): JsonObject {
  const parsed = parseJson(stdout);
  if ('reason' in parsed) {
    findings.push({
      severity: 'error',
      message: `stdout of --help is not JSON: ${parsed.reason}`,
      mend: `Print one JSON object on stdout and nothing else, such as ${EXAMPLE}`,
    });
    return {};
  }
  const about = parsed.value;
  if (!isJsonObject(about)) {
    findings.push({
      severity: 'note',
      message: 'stdout of --help is JSON but not an object; the script is listed by its file name',
      mend: `Print a JSON object, such as ${EXAMPLE}`,
    });
    return {};
  }
  checkAbout(about, findings);
  return about;
}

function checkAbout(about: JsonObject, findings: Finding[]): void {
  if (typeof about['description'] !== 'string' || about['description'] === '') {
    findings.push({
      severity: 'note',
      message: 'description is missing; clients see the file name instead',
      mend: 'Add "description" with a sentence that tells a client when to use the script',
    });
  }
  for (const field of ['title', 'version']) {
    if (about[field] === undefined || typeof about[field] === 'string') continue;
    findings.push({
      severity: 'warning',
      message: `${field} is not a string and is ignored`,
      mend: `Write "${field}" as a string, or leave it out`,
    });
  }
  if (about['state'] !== undefined && typeof about['state'] !== 'boolean') {
    findings.push({
      severity: 'warning',
      message: 'state is neither true nor false and counts as false',
      mend: 'Write "state": true or "state": false, without quotes',
    });
  }
}
