// The process of `mcpd`: its arguments, its streams, its signals and its exit status.
import { mcpdMain } from '../src/cli/mcpd/main.ts';
import { runAsProcess } from './run-as-process.ts';

await runAsProcess(mcpdMain);
