// What `mcp-bash --version` tells: scripts compare what stands first with the version of the original they need.
import { VERSION } from '../../core/version.ts';
import { COMPATIBLE_WITH } from '../../sources/bash/compatible-with.ts';

export const PROGRAM_VERSION = `${COMPATIBLE_WITH} (plugboard ${VERSION})`;
