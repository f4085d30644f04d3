// Errors between us and our daemon: told in full, so that both ends speak of the same row of the table.
import { ERRORS, PlugboardError, toPlugboardError, type ErrorCode } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { wrapped } from '../../core/wrappers/wrapped.ts';
import { RPC } from '../../mcp/wire/jsonrpc.ts';

const TOLD = 'plugboard/error';

/** The daemon's end: a failed call is an error with its facts, not a text in a result. */
export function tellingErrors(source: ToolSource): ToolSource {
  return mappedErrors(source, (error) => {
    const { code, facts, hint, wire, data } = error;
    const told = { code, facts, ...(hint !== undefined && { hint }), wire, ...(data && { data }) };
    return new PlugboardError(code, facts, {
      cause: error.cause,
      wire: typeof wire === 'number' ? wire : RPC.internalError,
      data: { ...data, [TOLD]: told },
    });
  });
}

/** The client's end. */
export function hearingErrors(source: ToolSource): ToolSource {
  return mappedErrors(source, (error) => {
    const told = error.data?.[TOLD];
    if (!isJsonObject(told)) return error;
    const { code, facts, hint, wire, data } = told;
    if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return error;
    return new PlugboardError(code as ErrorCode, facts as PlugboardError['facts'], {
      ...(typeof hint === 'string' && { hint }),
      ...(typeof wire === 'number' && { wire }),
      ...(isJsonObject(data) && { data }),
    });
  });
}

type MapError = (error: PlugboardError) => PlugboardError;

function mappedErrors(source: ToolSource, map: MapError): ToolSource {
  const { tools, resources, prompts, completions } = source;
  const told = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((thrown: unknown) => {
      throw map(toPlugboardError(thrown));
    });
  return wrapped(source, {
    tools: {
      list: (ctx) => told(tools.list(ctx)),
      call: (name, args, ctx) => told(tools.call(name, args, ctx)),
    },
    ...(resources && {
      resources: {
        list: (ctx) => told(resources.list(ctx)),
        templates: (ctx) => told(resources.templates(ctx)),
        read: (uri, ctx) => told(resources.read(uri, ctx)),
        ...(resources.subscribe && { subscribe: resources.subscribe.bind(resources) }),
      },
    }),
    ...(prompts && {
      prompts: {
        list: (ctx) => told(prompts.list(ctx)),
        get: (name, args, ctx) => told(prompts.get(name, args, ctx)),
      },
    }),
    ...(completions && {
      completions: { complete: (request, ctx) => told(completions.complete(request, ctx)) },
    }),
  });
}
