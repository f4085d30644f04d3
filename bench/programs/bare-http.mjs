// The floor on HTTP: reads the body, parses it, checks nothing, answers with the same content.
import { createServer } from 'node:http';
import { bareEcho } from './echo-tool.mjs';

const answer = bareEcho(process.argv[2]);
const server = createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const body = answer(Buffer.concat(chunks).toString());
    res.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
