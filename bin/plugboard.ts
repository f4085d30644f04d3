// The process of `plugboard`: its arguments, its streams, its signals and its exit status.
import { main } from '../src/cli/main.ts';
import { runAsProcess } from './run-as-process.ts';

await runAsProcess(main);
