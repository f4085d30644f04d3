// Makes the commands and flags of a generated command line from a catalog.
import { isJsonObject } from '../../core/json.ts';
import type { Catalog, CatalogTool, RenderOptions } from '../catalog.ts';
import { openFlagScope, OWN_COMMANDS } from '../flag-scope.ts';
import type { GeneratedCli, GeneratedFlag, GeneratedTool } from '../generated-cli.ts';
import { openNameScope, toKebab } from '../names.ts';
import { withoutRef } from '../schema-refs.ts';

export function toGeneratedCli(
  catalog: Catalog,
  { name, provenance }: RenderOptions,
): GeneratedCli {
  const { server, description, connection, tools } = catalog;
  const scope = openNameScope({ reserved: OWN_COMMANDS, separator: '-' });
  return {
    name,
    version: provenance.version,
    server,
    ...(description !== undefined && { description }),
    connection,
    tools: tools.map((tool) => toGeneratedTool(tool, scope.take(toKebab(tool.name)))),
  };
}

function toGeneratedTool(tool: CatalogTool, command: string): GeneratedTool {
  const { name, title, inputSchema } = tool;
  const description = tool.description ?? title;
  return {
    command,
    tool: name,
    ...(description !== undefined && { description }),
    flags: flagsOf(tool),
    inputSchema,
  };
}

function flagsOf({ inputSchema }: CatalogTool): readonly GeneratedFlag[] {
  const { properties } = withoutRef(inputSchema, inputSchema);
  const flags = openFlagScope();
  return Object.keys(isJsonObject(properties) ? properties : {}).map((property) => {
    return { flag: flags.take(property), property };
  });
}
