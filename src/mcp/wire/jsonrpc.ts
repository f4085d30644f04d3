// JSON-RPC 2.0 messages: what came in, and the text that goes out.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

export type RequestId = string | number;

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** Only where somebody wants it. */
  readonly text?: string;
}

export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

export interface RpcResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

export interface RpcInvalid {
  readonly kind: 'invalid';
  /** The id, where it could be read. */
  readonly id: RequestId | undefined;
  readonly reason: string;
  /** It answers something, so that an error in return would be answered for ever. */
  readonly isAnswer?: true;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse | RpcInvalid;

const NO_PARAMS: JsonObject = Object.freeze({});

/** A larger number lost digits when it was read: its answer would carry the id of another request. */
export function isRequestId(id: JsonValue | undefined): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Sorts a parsed value into what it is; never throws. */
export function toMessage(value: JsonValue): RpcMessage {
  if (!isJsonObject(value)) return invalid(undefined, 'a message must be a JSON object');
  const { id, method, params = NO_PARAMS } = value;
  const hasId = id !== undefined;
  const idOk = isRequestId(id);
  if (value['jsonrpc'] !== '2.0') return invalid(idOk ? id : undefined, 'jsonrpc must be "2.0"');
  if (typeof method === 'string') {
    if (!isJsonObject(params)) return invalid(idOk ? id : undefined, 'params must be an object');
    if (!hasId) return { kind: 'notification', method, params };
    if (!idOk) return invalid(undefined, 'id must be a string or an integer below 2^53');
    return { kind: 'request', id, method, params };
  }
  if (method !== undefined) return invalid(idOk ? id : undefined, 'method must be a string');
  return toResponse(value, idOk ? id : undefined);
}

function toResponse(value: JsonObject, id: RequestId | undefined): RpcMessage {
  const { result, error } = value;
  if (result === undefined && error === undefined) return invalid(id, 'method is missing');
  if (id === undefined) return { ...invalid(id, 'the answer has no id'), isAnswer: true };
  if (isJsonObject(result)) return { kind: 'response', id, result };
  if (!isJsonObject(error)) {
    const message = 'the answer holds neither a result nor an error';
    return { kind: 'response', id, error: { code: RPC.invalidRequest, message } };
  }
  const code = typeof error['code'] === 'number' ? error['code'] : RPC.internalError;
  const { message, data } = error;
  const kept = isJsonObject(data) ? { data } : {};
  const words = typeof message === 'string' ? message : '';
  return { kind: 'response', id, error: { code, message: words, ...kept } };
}

function invalid(id: RequestId | undefined, reason: string): RpcInvalid {
  return { kind: 'invalid', id, reason };
}

export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

function idText(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

/** The text of a result response around an already serialised result. */
export function resultText(id: RequestId, serialisedResult: string): string {
  return `{"jsonrpc":"2.0","id":${idText(id)},"result":${serialisedResult}}`;
}

/** What follows a serialised `{"jsonrpc":"2.0","result":…` to close it for one request. */
export function resultTail(id: RequestId): string {
  return `,"id":${idText(id)}}`;
}

/** The text of an error response; `id` is `'null'` or `'omitted'` where none could be read. */
export function errorText(
  id: { readonly of: RequestId } | 'null' | 'omitted',
  error: WireError,
): string {
  const idPart = id === 'omitted' ? '' : `"id":${id === 'null' ? 'null' : idText(id.of)},`;
  return `{"jsonrpc":"2.0",${idPart}"error":${JSON.stringify(error)}}`;
}

export function notificationText(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }) });
}

export function requestText(id: RequestId, method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
}
