// Ours on stdio with a tool that takes what the echo takes and does nothing.
import { defineTools, serveStdio } from 'plugboard';
import { ECHO, SERVER_INFO } from './echo-tool.mjs';

const echo = { ...ECHO, call: () => '' };
await serveStdio(defineTools({ ...SERVER_INFO, tools: { echo } }));
