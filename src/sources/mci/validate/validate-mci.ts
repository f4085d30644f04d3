// Says everything that is wrong or doubtful in a schema and its toolsets; connects to nothing, writes nothing.
import { dirname, resolve } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { findCommand } from '../../../platform/find-command.ts';
import { readDocument, type ReadDocument } from '../../../platform/read-document.ts';
import { checkSchema, type SchemaKind } from '../check/check-schema.ts';
import type { DataPath, Finding } from '../check/finding.ts';
import { hasTemplate } from '../check/rules.ts';
import { located, type LocatedFinding } from '../load-schema.ts';
import type { Schema, ServerConfig, ToolDefinition, ToolsetReference } from '../schema.ts';
import { DEFAULT_LIBRARY, fillFromEnv } from '../settings.ts';
import { parseFilter, toPredicate } from '../tool-filter.ts';
import { findToolset } from '../toolset-files.ts';
import { toUpstream } from '../upstreams.ts';
import { checkTool, type CheckToolOptions } from './check-tool.ts';

export type ValidateMciOptions = Omit<CheckToolOptions, 'schemaDir'>;

/** Every finding, file by file, in the order of the text where positions are known. */
export async function validateMci(
  file: string,
  options: ValidateMciOptions,
): Promise<readonly LocatedFinding[]> {
  const validation = new Validation({ schemaDir: dirname(file), ...options });
  await validation.readMain(file);
  return validation.end();
}

/** The findings about one file; they are given their positions at the end. */
interface FileFindings {
  readonly document: ReadDocument;
  readonly found: Finding[];
}

class Validation {
  readonly #options: CheckToolOptions;
  readonly #files: FileFindings[] = [];
  /** Where each name was defined first. */
  readonly #names = new Map<string, string>();

  constructor(options: CheckToolOptions) {
    this.#options = options;
  }

  async readMain(file: string): Promise<void> {
    const main = await this.#read(file, 'main');
    const { data } = main.document;
    if (!isJsonObject(data)) return;
    await this.#checkTools(main, () => true);
    // What is wrong in the parts below has been found already: they are read as far as they go.
    const { toolsets, mcp_servers: servers } = data;
    if (isJsonObject(servers)) await this.#checkServers(main, servers);
    if (hasError(main, ['libraryDir']) || hasError(main, ['directoryAllowList'])) return;
    const libraryDir = this.#libraryDir(main);
    if (libraryDir === undefined || !Array.isArray(toolsets)) return;
    for (const [at, reference] of toolsets.entries()) {
      if (hasError(main, ['toolsets', at])) continue;
      await this.#readToolset(main, { at, reference: reference as Reference, libraryDir });
    }
  }

  async end(): Promise<readonly LocatedFinding[]> {
    const all: LocatedFinding[] = [];
    for (const { document, found } of this.#files) {
      const placed = await located(document, found);
      all.push(...placed.toSorted(byPosition));
    }
    return all;
  }

  /** A file that cannot be parsed is one finding, and has no data. */
  async #read(file: string, kind: SchemaKind): Promise<FileFindings> {
    try {
      const document = await readDocument(file);
      return this.#add({ document, found: [...checkSchema(document.data, kind)] });
    } catch (thrown) {
      const { facts, message } = toPlugboardError(thrown);
      const reason = 'reason' in facts && facts.reason !== undefined ? facts.reason : message;
      const found: Finding[] = [{ severity: 'error', path: [], message: reason }];
      return this.#add({ document: { file, text: '', data: undefined }, found });
    }
  }

  #add(findings: FileFindings): FileFindings {
    this.#files.push(findings);
    return findings;
  }

  async #checkTools(
    findings: FileFindings,
    isWanted: (tool: ToolDefinition) => boolean,
  ): Promise<void> {
    const { data, file } = findings.document;
    const tools = isJsonObject(data) && Array.isArray(data['tools']) ? data['tools'] : [];
    for (const [at, tool] of tools.entries()) {
      const path: DataPath = ['tools', at];
      if (hasError(findings, path)) continue;
      // The check has just found nothing against it.
      const definition = tool as unknown as ToolDefinition;
      const found = await checkTool(definition, this.#options);
      findings.found.push(...found.map((one) => ({ ...one, path: [...path, ...one.path] })));
      if (definition.disabled || !isWanted(definition)) continue;
      const first = this.#names.get(definition.name);
      if (first === undefined) this.#names.set(definition.name, file);
      else {
        const message = `'${definition.name}' is defined twice, first in ${first}`;
        findings.found.push({ severity: 'error', path: [...path, 'name'], message });
      }
    }
  }

  /** Where toolsets are; the settings that name directories must be known to load anything. */
  #libraryDir({ document, found }: FileFindings): string | undefined {
    const { libraryDir = DEFAULT_LIBRARY, directoryAllowList = [] } =
      document.data as unknown as Partial<Schema>;
    const fill = (text: string, path: DataPath): string | undefined => {
      try {
        return fillFromEnv(text, this.#options.env);
      } catch (thrown) {
        found.push({ severity: 'error', path, message: toPlugboardError(thrown).message });
        return undefined;
      }
    };
    directoryAllowList.forEach((text, at) => fill(text, ['directoryAllowList', at]));
    const filled = fill(libraryDir, ['libraryDir']);
    return filled === undefined ? undefined : resolve(this.#options.schemaDir, filled);
  }

  async #readToolset(main: FileFindings, { at, reference, libraryDir }: Toolset): Promise<void> {
    const { name, ...filter } = typeof reference === 'string' ? { name: reference } : reference;
    const place = await findToolset(libraryDir, name);
    if (!place) {
      const message = `toolset '${name}' not found in ${libraryDir}`;
      main.found.push({ severity: 'error', path: ['toolsets', at], message });
      return;
    }
    const parsed = parseFilter(filter);
    const isWanted = parsed && !('mistake' in parsed) ? toPredicate(parsed) : () => true;
    for (const file of place.files) {
      const findings = await this.#read(file, 'toolset');
      await this.#checkTools(findings, ({ name: tool, tags = [] }) =>
        isWanted({ name: tool, tags, toolset: name }),
      );
    }
  }

  async #checkServers(
    main: FileFindings,
    servers: Readonly<Record<string, JsonValue>>,
  ): Promise<void> {
    for (const [name, server] of Object.entries(servers)) {
      const path: DataPath = ['mcp_servers', name];
      if (hasError(main, path)) continue;
      const message = await this.#serverDoubt(name, server as unknown as ServerConfig);
      if (message !== undefined) main.found.push({ severity: 'warning', path, message });
    }
  }

  async #serverDoubt(name: string, config: ServerConfig): Promise<string | undefined> {
    const { command } = config;
    if (command !== undefined && config.type !== 'http' && !hasTemplate(command)) {
      const program = await findCommand(command, {
        env: this.#options.env,
        cwd: this.#options.schemaDir,
      });
      if (program === undefined) {
        return `MCP server command not found in PATH: ${command} (server: ${name})`;
      }
    }
    try {
      toUpstream(name, config, this.#options.env);
      return undefined;
    } catch (thrown) {
      return toPlugboardError(thrown).message;
    }
  }
}

type Reference = string | ToolsetReference;

interface Toolset {
  readonly at: number;
  readonly reference: Reference;
  readonly libraryDir: string;
}

function hasError({ found }: FileFindings, path: DataPath): boolean {
  return found.some(
    (one) => one.severity === 'error' && path.every((key, at) => one.path[at] === key),
  );
}

function byPosition(a: LocatedFinding, b: LocatedFinding): number {
  const [one, other] = [a.position, b.position];
  if (!one || !other) return Number(Boolean(one)) - Number(Boolean(other));
  return one.line - other.line || one.column - other.column;
}
