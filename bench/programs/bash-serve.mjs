// The built `mcp-bash` on stdio, as a client starts it: `node bash-serve.mjs <folder>`.
process.argv.splice(2, 1, '--project-root', process.argv[2]);
await import('../node_modules/plugboard/dist/bin/mcp-bash.js');
