// Where the mcp-bash project around a folder is, for commands.
export { findProjectRoot } from '../../sources/bash/open-project.ts';
