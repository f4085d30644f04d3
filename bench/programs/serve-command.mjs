// The command itself: `plugboard serve`, with its arguments, in a process that can be asked.
process.argv.splice(1, 1, 'plugboard', 'serve');
await import('../node_modules/plugboard/dist/bin/plugboard.js');
