// The server that HTTP tools are measured against: the same small record for every request.
import { createServer } from 'node:http';

const record = { id: 'r-1', name: 'The quick brown fox', tags: ['quick', 'brown'], weight: 4.5 };
const body = Buffer.from(JSON.stringify(record));
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
  res.writeHead(200, headers);
  res.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
