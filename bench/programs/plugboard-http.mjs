// Ours on HTTP: the echo tool, as a user of the library serves it.
import { defineTools, serveHttp } from 'plugboard';
import { ECHO, SERVER_INFO } from './echo-tool.mjs';

const echo = { ...ECHO, call: ({ message }) => message };
const { port } = await serveHttp(defineTools({ ...SERVER_INFO, tools: { echo } }), { port: 0 });
process.stdout.write(`${port}\n`);
