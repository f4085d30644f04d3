// Every promise of the specifications Plugboard implements, as id + short quote; the test gate
// fails on an id no passing test verifies.

import { BASH_SDK } from './requirements/bash-sdk.ts';
import { CODEGEN } from './requirements/codegen.ts';
import { CODEGEN_RUST } from './requirements/codegen-rust.ts';
import { MCP_BASH_CONTENT } from './requirements/mcp-bash-content.ts';
import { MCI_REQUIREMENTS } from './requirements/mci-requirements.ts';
import { MCP_BASH } from './requirements/mcp-bash.ts';
import { MCP_BASH_REGISTRY } from './requirements/mcp-bash-registry.ts';
import { MCPD_DECISIONS } from './requirements/mcpd-decisions.ts';
import { MCPLUG_CONFIG } from './requirements/mcplug-config.ts';
import { MCPLUG_DAEMON } from './requirements/mcplug-daemon.ts';
import { MCPLUG_SPEC } from './requirements/mcplug-spec.ts';
import { OAUTH } from './requirements/oauth.ts';
import { SCRIPTS_SPEC } from './requirements/scripts-spec.ts';

export interface Requirement {
  readonly id: string;
  readonly quote: string;
  /** Which run proves it; the fast one where absent. */
  readonly run?: 'slow';
}

const LISTS: readonly (readonly Requirement[])[] = [
  SCRIPTS_SPEC,
  MCPD_DECISIONS,
  MCI_REQUIREMENTS,
  MCPLUG_SPEC,
  MCPLUG_CONFIG,
  MCPLUG_DAEMON,
  OAUTH,
  BASH_SDK,
  MCP_BASH_CONTENT,
  CODEGEN,
  CODEGEN_RUST,
  MCP_BASH,
  MCP_BASH_REGISTRY,
];

export const REQUIREMENTS: readonly Requirement[] = LISTS.flat();
