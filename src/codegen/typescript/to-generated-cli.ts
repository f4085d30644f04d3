// Makes the commands and flags of a generated command line from a catalog.
import { isJsonObject } from '../../core/json.ts';
import type { Catalog, CatalogTool, RenderOptions } from '../catalog.ts';
import type { GeneratedCli, GeneratedFlag, GeneratedTool } from '../generated-cli.ts';
import { openNameScope, toKebab } from '../names.ts';
import { withoutRef } from '../schema-refs.ts';

/** Words every generated command line has for itself. */
const OWN_COMMANDS = ['help'];
export const OWN_FLAGS = ['args', 'help', 'json', 'raw', 'timeout', 'verbose', 'version'];

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
  const scope = openNameScope({ reserved: OWN_FLAGS, separator: '-' });
  return Object.keys(isJsonObject(properties) ? properties : {}).map((property) => {
    const flag = toKebab(property);
    return { flag: scope.take(OWN_FLAGS.includes(flag) ? `arg-${flag}` : flag), property };
  });
}
