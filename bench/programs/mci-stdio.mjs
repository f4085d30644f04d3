// A schema on stdio, as a user of the library serves it: `node mci-stdio.mjs <file>`.
import { openMci, serveStdio } from 'plugboard';

await serveStdio(await openMci(process.argv[2]));
