// Runs an HTTP tool: builds the request, authenticates it, and sends it within the time it has.
import type { HttpResponse } from '../../../../platform/fetch-http.ts';
import { MCI_LIMITS } from '../../limits.ts';
import type { HttpExecution } from '../../schema.ts';
import type { Scope } from '../../template/scope.ts';
import { timeLeftMs, toWholeNumber } from '../call-limits.ts';
import type { Job, Prepare } from '../executor.ts';
import { compileAuth, type Authenticate } from './authenticate.ts';
import { compileRequest, type BuildRequest } from './compile-request.ts';
import { followRedirects, type OutgoingRequest } from './follow-redirects.ts';
import { toHttpResult } from './http-result.ts';
import { withRetries } from './retry.ts';
import { TimeFrame } from './time-frame.ts';

interface Plan {
  readonly build: BuildRequest;
  readonly authenticate: Authenticate | undefined;
  readonly hasSecretBody: boolean;
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly backoffMs: number;
}

export const prepareHttp: Prepare<HttpExecution> = (job) => {
  const { tool, workshop } = job;
  const plan = toPlan(job);
  return async ({ scope, ctx }) => {
    const timeoutMs = timeLeftMs(plan.timeoutMs, ctx);
    const frame = new TimeFrame(
      { timeoutMs, signal: ctx.signal, what: tool.name },
      workshop.frames,
    );
    try {
      const { response, secrets } = await send(plan, { scope, frame, job });
      const timeMs = Math.round(frame.usedMs());
      return toHttpResult(response, { toolName: tool.name, timeMs, secrets });
    } finally {
      frame.close();
    }
  };
};

function toPlan({ execution, env, workshop }: Job<HttpExecution>): Plan {
  const { timeout_ms: timeout, retries = {}, body } = execution;
  return {
    build: compileRequest(execution),
    authenticate: execution.auth && compileAuth(execution.auth, { tokens: workshop.tokens, env }),
    // Any mention of the environment counts.
    hasSecretBody: /\benv\b/u.test(JSON.stringify(body?.content ?? '')),
    timeoutMs: toWholeNumber(timeout, {
      name: 'execution.timeout_ms',
      least: 0,
      otherwise: MCI_LIMITS.timeoutMs.value,
      env,
    }),
    attempts: toWholeNumber(retries.attempts, {
      name: 'execution.retries.attempts',
      least: 1,
      otherwise: 1,
      env,
    }),
    backoffMs: toWholeNumber(retries.backoff_ms, {
      name: 'execution.retries.backoff_ms',
      least: 0,
      otherwise: MCI_LIMITS.backoffMs.value,
      env,
    }),
  };
}

interface Sending {
  readonly scope: Scope;
  readonly frame: TimeFrame;
  readonly job: Job<HttpExecution>;
}

interface Sent {
  readonly response: HttpResponse;
  readonly secrets: readonly string[];
}

async function send(plan: Plan, sending: Sending): Promise<Sent> {
  const first = await sendOnce(plan, sending);
  if (first.response.status !== 401 || !first.forgetToken) return first;
  // A token kept from before may have been withdrawn; a fresh one tells.
  first.forgetToken();
  return sendOnce(plan, sending);
}

async function sendOnce(
  { build, authenticate, attempts, backoffMs, hasSecretBody }: Plan,
  { scope, frame, job }: Sending,
): Promise<Sent & { readonly forgetToken?: () => void }> {
  const { method, url, headers, body } = build(scope);
  const client = await job.workshop.http();
  const authenticated = authenticate && (await authenticate({ url, headers }, { scope, frame }));
  const request: OutgoingRequest = {
    method,
    url,
    headers,
    ...(body !== undefined && { body }),
    stopper: frame,
    hasSecretBody,
    maxBytes: MCI_LIMITS.maxResponseBytes.value,
  };
  const attempt = () => followRedirects(client, request);
  const response = await (attempts === 1
    ? attempt()
    : withRetries(attempt, { method, attempts, backoffMs, frame }));
  return { response, secrets: [], ...authenticated };
}
