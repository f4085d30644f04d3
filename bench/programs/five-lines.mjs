// The smallest server a user writes; what counts is how soon it answers.
import { defineTools, serveStdio } from 'plugboard';
const properties = { message: { type: 'string' } };
const inputSchema = { type: 'object', properties, required: ['message'] };
const echo = { description: 'Says it back', inputSchema, call: ({ message }) => message };
await serveStdio(defineTools({ name: 'five-lines', tools: { echo } }));
