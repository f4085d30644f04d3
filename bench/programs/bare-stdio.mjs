// The floor on stdio: parses each line, answers with the same content, writes once per chunk.
import { bareEcho } from './echo-tool.mjs';

const answer = bareEcho(process.argv[2]);
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  let out = '';
  for (const line of lines) out += `${answer(line)}\n`;
  if (out !== '') process.stdout.write(out);
});
