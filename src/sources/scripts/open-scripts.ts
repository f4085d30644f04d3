// Opens a directory of executables as a source of tools, by the mcpd script specification.
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ReadResult, ToolResult } from '../../core/result.ts';
import type { ChangedSide, ToolSource } from '../../core/tool-source.ts';
import { turnstile } from '../../core/wrappers/limited.ts';
import { callScript } from './call.ts';
import { openCatalog, type Catalog } from './catalog.ts';
import { helpAnswers } from './help-answers.ts';
import { loadHelpCache, NO_HELP_CACHE } from './help-cache.ts';
import { scriptRunner } from './run-script.ts';
import type { Script } from './script.ts';
import type { Snapshot } from './snapshot.ts';
import { findByUri, readState } from './state-resources.ts';
