// Finds out which revision a server speaks, and gives back one client for all of them.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { RPC, type RpcResponse } from '../wire/jsonrpc.ts';
import { META } from '../wire/meta-keys.ts';
import { findRevision, LATEST_LEGACY, LATEST_MODERN, type Era, type Revision } from '../wire/revisions.ts';
import type { HttpTarget } from './http-target.ts';
import { LegacyClient } from './legacy-client.ts';
import type { ClientIdentity, McpClient } from './mcp-client.ts';
import { ModernClient } from './modern-client.ts';
import { openModernHttpWire } from './modern-http-wire.ts';
import { SessionHttpWire } from './session-http-wire.ts';
import { openSse2024Wire } from './sse-2024-wire.ts';
import type { Wire } from './wire.ts';

export interface OpenClientOptions {
  readonly identity: ClientIdentity;
  readonly signal: AbortSignal;
  /** What this server turned out to be the last time; a wrong memory costs one request. */
  readonly remembered?: ServerMemory;
}

/** What is worth remembering about a server: it saves the questions next time. */
export type ServerMemory = Era | 'sse-2024';
