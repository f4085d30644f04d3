// Every promise of the MCI specification, its decisions and mcix, joined from the lists in mci/.

import { MCI_EXECUTION_DECISIONS } from './mci/execution-decisions.ts';
import { MCI_EXECUTION } from './mci/execution.ts';
import { MCI_LOAD_AND_TEMPLATE_DECISIONS } from './mci/load-and-template-decisions.ts';
import { MCIX_COMMAND } from './mci/mcix-command.ts';
import { MCI_SCHEMA_FILE } from './mci/schema-file.ts';
import { MCI_TEMPLATING } from './mci/templating.ts';
import { MCI_TOOL_DEFINITION } from './mci/tool-definition.ts';
import { MCI_TOOLSETS_AND_SERVERS } from './mci/toolsets-and-servers.ts';

export const MCI_REQUIREMENTS = [
  ...MCI_SCHEMA_FILE,
  ...MCI_TOOLSETS_AND_SERVERS,
  ...MCI_TOOL_DEFINITION,
  ...MCI_EXECUTION,
  ...MCI_TEMPLATING,
  ...MCI_LOAD_AND_TEMPLATE_DECISIONS,
  ...MCI_EXECUTION_DECISIONS,
  ...MCIX_COMMAND,
] as const;
