// Loaded before a measured program: says on descriptor 3 how much CPU the process itself used.
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String(user + system));
});
