// The command itself: `plugboard serve`, with its arguments, in a process that can be asked.
import { createRequire } from 'node:module';

process.argv.splice(1, 1, 'plugboard', 'serve');
const require = createRequire(import.meta.url);
require('../node_modules/plugboard/dist/bin/plugboard.js');
