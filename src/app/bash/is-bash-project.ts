// Whether a folder is a mcp-bash project: it says so itself.
import { join } from 'node:path';
import { exists } from '../locate.ts';

export async function isBashProject(path: string): Promise<boolean> {
  return exists(join(path, 'server.d', 'server.meta.json'));
}
