// The process of `mcp-bash`: its arguments, its streams, its signals and its exit status.

const NO_ARGUMENTS = 2;

if (process.argv.length === NO_ARGUMENTS) {
  void import('./mcp-bash-server.ts').then(({ runBashServer }) => runBashServer());
} else {
  void import('./programs.ts').then(({ runByName }) => runByName('mcp-bash'));
}
