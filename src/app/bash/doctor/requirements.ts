// What a project says it needs, in server.d/requirements.json, and whether it is there.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { findCommand, type FindCommandOptions } from '../../../platform/find-command.ts';
import { finding, type Finding } from './finding.ts';
import { isVersion } from './version-order.ts';

export interface Dependency {
  /** One of them is enough. */
  readonly anyOf: readonly string[];
  /** The one that was found; empty where none is. */
  readonly path: string;
}

export interface Requirements {
  readonly path: string;
  /** Empty: any. */
  readonly minVersion: string;
  readonly dependencies: readonly Dependency[];
}

export interface CheckedRequirements {
  /** Nothing where the project says nothing. */
  readonly requirements: Requirements | null;
  readonly findings: readonly Finding[];
}

export async function checkRequirements(
  serverFolder: string,
  places: FindCommandOptions,
): Promise<CheckedRequirements> {
  const path = join(serverFolder, 'requirements.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { requirements: null, findings: [] };
  const data = parse(text);
  if (data === undefined) return { requirements: null, findings: [unreadable(path, 'no JSON')] };
  const minVersion = minVersionOf(data);
  const wrong = minVersion === '' || isVersion(minVersion) ? [] : ['framework.minVersion'];
  const { wanted, isWhole } = dependenciesOf(data);
  if (!isWhole) wrong.push('dependencies');
  const dependencies = await Promise.all(
    wanted.map(async (anyOf) => ({ anyOf, path: await firstOf(anyOf, places) })),
  );
  return {
    requirements: {
      path,
      minVersion: wrong[0] === 'framework.minVersion' ? '' : minVersion,
      dependencies,
    },
    findings: [
      ...wrong.map((field) => unreadable(path, `${field} is not what it should be`)),
      ...dependencies.filter((one) => one.path === '').map(missing),
    ],
  };
}

function parse(text: string): JsonObject | undefined {
  try {
    const data = JSON.parse(text) as JsonValue;
    return isJsonObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function minVersionOf({ framework }: JsonObject): string {
  const said = isJsonObject(framework) ? (framework['minVersion'] ?? '') : '';
  return typeof said === 'string' ? said : JSON.stringify(said);
}

/** Each entry is `{"name":"git"}`, or `{"or":["gojq","jq"]}`. */
function dependenciesOf({ dependencies = [] }: JsonObject) {
  const list = Array.isArray(dependencies) ? dependencies : [undefined];
  const all = list.map((entry) => {
    const { name, or } = isJsonObject(entry) ? entry : {};
    const names = Array.isArray(or) ? or : [name];
    return names.filter((one) => typeof one === 'string').filter((one) => one !== '');
  });
  const wanted = all.filter((names) => names.length > 0);
  return { wanted, isWhole: wanted.length === all.length };
}

async function firstOf(names: readonly string[], places: FindCommandOptions): Promise<string> {
  for (const name of names) {
    const found = await findCommand(name, places);
    if (found !== undefined) return found;
  }
  return '';
}

function missing({ anyOf }: Dependency): Finding {
  const names = anyOf.join(' or ');
  return finding('deps.missing', 'error', {
    message: `The project needs ${names}, which is not installed`,
    suggestedCommand: `install ${names}`,
  });
}

function unreadable(path: string, reason: string): Finding {
  return finding('project.requirements_invalid', 'warning', {
    message: `${path}: ${reason}`,
    suggestedCommand:
      'write {"framework":{"minVersion":"1.3.0"},"dependencies":[{"name":"git"},{"or":["gojq","jq"]}]}',
  });
}
