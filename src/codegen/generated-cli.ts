// What a generated command line knows: its server, and a command for each tool.
import type { JsonObject } from '../core/json.ts';
import type { Connection } from './catalog.ts';

export interface GeneratedCli {
  readonly name: string;
  /** The version of Plugboard that made it. */
  readonly version: string;
  readonly server: string;
  readonly description?: string;
  readonly connection: Connection;
  readonly tools: readonly GeneratedTool[];
}

export interface GeneratedTool {
  /** The word on the command line. */
  readonly command: string;
  /** The name the server knows. */
  readonly tool: string;
  readonly description?: string;
  readonly flags: readonly GeneratedFlag[];
  readonly inputSchema: JsonObject;
}

/** `--flag` stands for a property of the arguments. */
export interface GeneratedFlag {
  readonly flag: string;
  readonly property: string;
}
