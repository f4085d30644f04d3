// A script that can be called: where it is, what it said of itself, how clients see it.
import { basename } from 'node:path';
import type { Resource, Tool } from '../../core/tool-source.ts';
import type { FoundScript } from './discover.ts';
import type { ScriptMetadata } from './help-metadata.ts';
import { toInputSchema } from './options-to-schema.ts';

export interface Script {
  readonly file: FoundScript;
  readonly metadata: ScriptMetadata;
  readonly tool: Tool;
  /** Present when the script keeps state. */
  readonly resource?: Resource;
}

export function toScript(file: FoundScript, metadata: ScriptMetadata): Script {
  return {
    file,
    metadata,
    tool: toTool(file.name, metadata),
    ...(metadata.hasState && { resource: toResource(file.name, metadata) }),
  };
}

function toTool(name: string, { title, description, version, options }: ScriptMetadata): Tool {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: toInputSchema(options),
    ...(title !== undefined && { annotations: { title } }),
    ...(version !== undefined && { _meta: { version } }),
  };
}

function toResource(name: string, { title, description }: ScriptMetadata): Resource {
  return {
    uri: stateUri(name),
    name: basename(name),
    ...(title !== undefined && { title }),
    description,
    mimeType: 'application/json',
  };
}

/** Names with blanks and the like are encoded: a URI cannot hold them. */
export function stateUri(name: string): string {
  return `mcpd://${encodeURI(name).replaceAll('?', '%3F').replaceAll('#', '%23')}/state`;
}
