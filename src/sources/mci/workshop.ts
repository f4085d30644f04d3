// What the tools of one schema share while they run: connections, tokens, and a limit of commands.
import type { ToolSource } from '../../core/tool-source.ts';
import { turnstile } from '../../core/wrappers/limited.ts';
import { openHttpClient, type HttpClient } from '../../platform/fetch-http.ts';
import type { Workshop } from './executors/executor.ts';
import { TokenStore } from './executors/http/oauth-tokens.ts';
import { OpenFrames } from './executors/http/time-frame.ts';
import { MCI_LIMITS } from './limits.ts';
import type { Env } from './settings.ts';

export interface WorkshopOptions {
  readonly env: () => Env;
  readonly closing: AbortSignal;
  readonly upstream: (serverName: string) => Promise<ToolSource>;
}

export interface OpenWorkshop extends Workshop {
  close(): Promise<void>;
}

export function openWorkshop({ env, closing, upstream }: WorkshopOptions): OpenWorkshop {
  let client: Promise<HttpClient> | undefined;
  const frames = new OpenFrames();
  closing.addEventListener('abort', () => frames.close(), { once: true });
  // Loaded by the first call that needs it.
  const http = (): Promise<HttpClient> => (client ??= openHttpClient(env()));
  return {
    http,
    tokens: new TokenStore({ client: http, closing, nowMs: Date.now }),
    frames,
    upstream,
    gate: turnstile(MCI_LIMITS.maxConcurrent.value),
    closing,
    close: async () => (await client)?.[Symbol.asyncDispose](),
  };
}
