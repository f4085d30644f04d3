// The floor of a list: writes a file from a buffer, `node bare-list.mjs http|stdio <file>`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , transport, file] = process.argv;
const page = readFileSync(file);

function serveHttp() {
  const server = createServer((req, res) => {
    req.on('data', () => {});
    req.on('end', () => {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': page.length });
      res.end(page);
    });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

function serveStdio() {
  process.stdin.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 0x0a) process.stdout.write(page);
  });
}

if (transport === 'http') serveHttp();
else serveStdio();
