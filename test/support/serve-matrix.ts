// A whole process for tests: serves the matrix source on its standard streams until they close.
import { serveStdio } from '../../src/surfaces/stdio/serve-stdio.ts';
import { matrixStage } from './matrix-source.ts';

const server = serveStdio(matrixStage().source, {
  onProblem: (message) => process.stderr.write(`${message}\n`),
});
await server.ended;
