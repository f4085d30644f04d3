// A script that can be called: where it is, what it said of itself, how clients see it.
import { basename } from 'node:path';
import type { Resource, Tool } from '../../core/tool-source.ts';
import type { FoundScript } from './discover.ts';
import type { ScriptMetadata } from './help-metadata.ts';

export interface Script {
  readonly file: FoundScript;
  readonly metadata: ScriptMetadata;
  readonly tool: Tool;
  /** Present when the script keeps state. */
  readonly resource?: Resource;
}

export function toScript(file: FoundScript, metadata: ScriptMetadata): Script {
  const tool = toTool(file.name, metadata);
  if (!metadata.hasState) return { file, metadata, tool };
  return { file, metadata, tool, resource: toResource(file.name, metadata) };
}

function toTool(name: string, { title, description, version, inputSchema }: ScriptMetadata): Tool {
  const tool: { -readonly [Field in keyof Tool]: Tool[Field] } = {
    name,
    description,
    inputSchema,
  };
  if (title !== undefined) {
    tool.title = title;
    tool.annotations = { title };
  }
  if (version !== undefined) tool._meta = { version };
  return tool;
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
