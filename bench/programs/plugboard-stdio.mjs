// Ours on stdio: the echo tool, as a user of the library serves it.
import { defineTools, serveStdio } from 'plugboard';
import { ECHO, SERVER_INFO } from './echo-tool.mjs';

const echo = { ...ECHO, call: ({ message }) => message };
await serveStdio(defineTools({ ...SERVER_INFO, tools: { echo } }));
