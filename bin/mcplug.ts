// The process of `mcplug`: its arguments, its streams, its signals and its exit status.
import { startProgram } from './start-program.ts';

void startProgram('mcplug');
