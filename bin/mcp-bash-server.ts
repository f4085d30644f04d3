// The server of a project as a process, apart from the other programs: clients wait for its start.
import { mcpBashMain } from '../src/cli/mcp-bash/main.ts';
import { runAsProcess } from './run-as-process.ts';

export async function runBashServer(): Promise<void> {
  await runAsProcess(mcpBashMain);
}
