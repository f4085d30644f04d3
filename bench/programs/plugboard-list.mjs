// Ours with many tools, on HTTP or on stdio: `node plugboard-list.mjs http|stdio <count>`.
import { defineTools, serveHttp, serveStdio } from 'plugboard';
import { manyTools, SERVER_INFO } from './echo-tool.mjs';

const [, , transport, count] = process.argv;
const tools = manyTools(Number(count)).map(([name, tool]) => [name, { ...tool, call: () => '' }]);
const source = defineTools({ ...SERVER_INFO, tools: Object.fromEntries(tools) });
if (transport === 'http') {
  const { port } = await serveHttp(source, { port: 0 });
  process.stdout.write(`${port}\n`);
} else {
  await serveStdio(source);
}
