// Every promise of the specifications Plugboard implements, as id + short quote; the test gate
// fails on an id no passing test verifies.

import { MCPD_DECISIONS } from './requirements/mcpd-decisions.ts';
import { SCRIPTS_SPEC } from './requirements/scripts-spec.ts';

export interface Requirement {
  readonly id: string;
  readonly quote: string;
}

export const REQUIREMENTS: readonly Requirement[] = [...SCRIPTS_SPEC, ...MCPD_DECISIONS];
