// Turns the answer of a server into the result of the tool, with the metadata of the specification.
import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../../../../core/json.ts';
import { text, type ContentBlock } from '../../../../core/result.ts';
import type { HttpResponse } from '../../../../platform/fetch-http.ts';
import { success, type ExecutionResult } from '../../execution-result.ts';
import { MCI_LIMITS } from '../../limits.ts';
import { responseContent } from './response-content.ts';

export interface Answered {
  readonly toolName: string;
  readonly timeMs: number;
  /** What must not be repeated in an error. */
  readonly secrets: readonly string[];
}

export function toHttpResult(response: HttpResponse, answered: Answered): ExecutionResult {
  const { status } = response;
  const metadata: JsonObject = { status_code: status, response_time_ms: answered.timeMs };
  const content = responseContent(response, answered.toolName);
  return status < 400 ? success([content], metadata) : failure(content, metadata, answered);
}

function failure(
  content: ContentBlock,
  metadata: JsonObject,
  { secrets }: Answered,
): ExecutionResult {
  const status = Number(metadata['status_code']);
  const words = STATUS_CODES[status];
  const error = `HTTP request failed: ${status}${words === undefined ? '' : ` ${words}`}`;
  const body = content['text'];
  if (typeof body !== 'string') return { isError: true, error, content: [content], metadata };
  if (body === '') return { isError: true, error, metadata };
  const shown = withoutSecrets(body.slice(0, MCI_LIMITS.maxErrorBodyBytes.value), secrets);
  return {
    isError: true,
    error,
    content: [text(shown)],
    metadata: { ...metadata, response_body: shown },
  };
}

/** Shorter ones would blot out half of every text, and protect nothing. */
const MIN_SECRET_CHARS = 4;

/** Servers like to repeat the key they refuse. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_CHARS)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), body);
}
