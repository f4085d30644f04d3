// The library, written out by hand: importing it loads the seam and little else.

export { openBash } from './app/bash/library.ts';
export { openScripts, validated } from './app/library.ts';
export { MciClient, openMci } from './app/mci/library.ts';
export { CallResult } from './app/runtime/call-result.ts';
export { callOnce, createRuntime, Runtime } from './app/runtime/runtime.ts';
export { createServerProxy, ServerProxy } from './app/runtime/server-proxy.ts';
export { HttpSseTransport, StdioTransport } from './app/runtime/transports.ts';
export { serveHttp, serveStdio } from './app/serve.ts';
export { defineTools } from './core/define-tools.ts';
export { ERRORS, PlugboardError } from './core/errors.ts';
export { localContext } from './core/local-context.ts';
export { text, textResult } from './core/result.ts';
export { filtered } from './core/wrappers/filtered.ts';
export { limited } from './core/wrappers/limited.ts';
export { merged } from './core/wrappers/merged.ts';
export { namespaced } from './core/wrappers/namespaced.ts';
export { renamed } from './core/wrappers/renamed.ts';
export { basicWall, bearerWall } from './surfaces/http/walls.ts';

export type { ResultImage } from './app/runtime/call-result.ts';
export type { CallOptions, RuntimeOptions } from './app/runtime/runtime-options.ts';
export type { ToolMethod, ToolMethods } from './app/runtime/server-proxy.ts';
export type {
  HttpSseTransportOptions,
  McpTransport,
  StdioTransportOptions,
} from './app/runtime/transports.ts';
export type { OpenMciOptions } from './app/mci/library.ts';
export type { ServingRules } from './app/ready-to-serve.ts';
export type { ServeHttpOptions, ServeStdioOptions } from './app/serve.ts';
export type {
  CallContext,
  Caller,
  ElicitResult,
  InputMethod,
  InputRequest,
  LogLevel,
  Progress,
  Root,
  TraceContext,
} from './core/call-context.ts';
export type {
  DefinedSource,
  Definitions,
  PromptDefinition,
  ResourceDefinition,
  TemplateDefinition,
  ToolAnswer,
  ToolDefinition,
} from './core/define-tools.ts';
export type {
  Dialect,
  DialectMethod,
  LifecycleCodes,
  PlainRequest,
  PlainResponse,
  PlainRoute,
} from './core/dialect.ts';
export type { ErrorCode, ErrorFacts, ErrorOptions, ErrorRow } from './core/errors.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export type { LocalContextOptions } from './core/local-context.ts';
export type {
  CompletionResult,
  ContentBlock,
  PromptMessage,
  PromptResult,
  ReadResult,
  ResourceContents,
  ToolResult,
} from './core/result.ts';
export type {
  ChangedSide,
  CompletionRequest,
  CompletionSide,
  Listing,
  Problem,
  Prompt,
  PromptArgument,
  PromptSide,
  Resource,
  ResourceSide,
  ResourceTemplate,
  SourceInfo,
  Tool,
  ToolSide,
  ToolSource,
} from './core/tool-source.ts';
export type { Limits } from './core/wrappers/limited.ts';
export type { RenameRule, Spelling } from './core/wrappers/renamed.ts';
export type { CompileSchema, SchemaCheck } from './core/tool-checks.ts';
export type { ExecuteOptions, MciResult, MciToolInfo } from './sources/mci/mci-client.ts';
export type { BashOptions } from './sources/bash/open-bash.ts';
export type { ScriptsOptions } from './sources/scripts/open-scripts.ts';
export type { HttpOptions, HttpServer, Wall } from './surfaces/http/http-options.ts';
export type { VerifyPassword, WallHeaders } from './surfaces/http/walls.ts';
export type { StdioOptions, StdioServer } from './surfaces/stdio/stdio-options.ts';
