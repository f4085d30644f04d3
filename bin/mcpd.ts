// The process of `mcpd`: its arguments, its streams, its signals and its exit status.

void import('./programs.ts').then(({ runByName }) => runByName('mcpd'));
