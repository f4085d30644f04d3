// Where the shell side of this source lies: the folder scripts know as `MCP_SDK`.
import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root.ts';

export function sdkFolder(): string {
  return join(packageRoot(), 'sdk');
}
