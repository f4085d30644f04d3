// What users of the library build on: names, tables and types. A change here is a change for them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ERRORS } from '../../src/core/errors.ts';
import * as library from '../../src/index.ts';
import { ENV } from '../../src/platform/env.ts';
import { ROOT } from '../support/run-plugboard.ts';

test('the names of the library', () => {
  expect(Object.keys(library).toSorted()).toMatchInlineSnapshot(`
    [
      "CallResult",
      "ERRORS",
      "HttpSseTransport",
      "MciClient",
      "PlugboardError",
      "Runtime",
      "ServerProxy",
      "StdioTransport",
      "basicWall",
      "bearerWall",
      "callOnce",
      "createRuntime",
      "createServerProxy",
      "defineTools",
      "filtered",
      "limited",
      "localContext",
      "merged",
      "namespaced",
      "openBash",
      "openMci",
      "openScripts",
      "renamed",
      "serveHttp",
      "serveStdio",
      "text",
      "textResult",
      "validated",
    ]
  `);
});

test('the error table', () => {
  const rows = Object.entries(ERRORS).map(([code, { wire, http, exit }]) =>
    [code, wire, http, exit].join(' '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "not_found -32602 404 1",
      "not_supported -32601 404 1",
      "parse_error -32700 400 1",
      "invalid_arguments result 400 1",
      "config_error -32603 500 1",
      "auth_required result 401 1",
      "forbidden result 403 1",
      "connection_refused result 502 1",
      "timeout result 504 1",
      "tool_failed result 200 1",
      "too_large -32603 500 1",
      "cancelled silent 499 1",
      "internal -32603 500 1",
    ]
  `);
});

test('the words of each error', () => {
  const says = [
    ERRORS.not_found.says({ kind: 'server', name: 'x', available: ['a', 'b'] }),
    ERRORS.not_found.says({ kind: 'tool', name: 'x' }),
    ERRORS.not_supported.says({ source: 'scripts', what: 'prompts/get' }),
    ERRORS.parse_error.says({ what: 'arguments', reason: "expected ')' at 14" }),
    ERRORS.invalid_arguments.says({ reason: 'Missing required argument: url' }),
    ERRORS.config_error.says({ file: 'f.json', reason: 'bad' }),
    ERRORS.auth_required.says({ server: 'linear' }),
    ERRORS.forbidden.says({ what: '/etc', reason: 'is outside the project' }),
    ERRORS.connection_refused.says({ server: 'linear', reason: 'ECONNREFUSED' }),
    ERRORS.timeout.says({ what: 'linear.list_issues', afterMs: 30_000 }),
    ERRORS.tool_failed.says({ output: 'its own output' }),
    ERRORS.too_large.says({ limitBytes: 10_485_760 }),
    ERRORS.cancelled.says({}),
    ERRORS.internal.says({}),
  ];
  expect(says).toMatchInlineSnapshot(`
    [
      "Server 'x' not found. Available: a, b",
      "Tool 'x' not found.",
      "scripts does not support prompts/get.",
      "Cannot parse arguments: expected ')' at 14",
      "Missing required argument: url",
      "Error in config f.json: bad",
      "Server 'linear' requires authentication. Run: mcplug auth linear",
      "Not allowed: /etc is outside the project",
      "Cannot connect to linear: ECONNREFUSED",
      "Timeout after 30s calling linear.list_issues",
      "its own output",
      "Output exceeds 10485760 bytes.",
      "Cancelled.",
      "Internal error.",
    ]
  `);
});

test('the environment variables', () => {
  expect(Object.keys(ENV).toSorted()).toMatchInlineSnapshot(`
    [
      "ALL_PROXY",
      "BROWSER",
      "FORCE_COLOR",
      "HOME",
      "HTTPS_PROXY",
      "HTTP_PROXY",
      "LOCALAPPDATA",
      "MCPLUG_CALL_TIMEOUT",
      "MCPLUG_CONFIG",
      "MCPLUG_DAEMON_DIR",
      "MCPLUG_DEBUG_HANG",
      "MCPLUG_DISABLE_KEEPALIVE",
      "MCPLUG_KEEPALIVE",
      "MCPLUG_LIST_TIMEOUT",
      "MCPLUG_LOG_LEVEL",
      "MCPLUG_OAUTH_TIMEOUT_MS",
      "NO_COLOR",
      "NO_PROXY",
      "PLUGBOARD_TOKEN",
      "USERPROFILE",
      "XDG_CACHE_HOME",
      "XDG_DATA_HOME",
      "all_proxy",
      "http_proxy",
      "https_proxy",
      "no_proxy",
    ]
  `);
});

const FILES = [
  'src/app/ready-to-serve.ts',
  'src/app/serve.ts',
  'src/core/call-context.ts',
  'src/core/define-tools.ts',
  'src/core/dialect.ts',
  'src/core/errors.ts',
  'src/core/json.ts',
  'src/core/local-context.ts',
  'src/core/result.ts',
  'src/core/tool-checks.ts',
  'src/core/tool-source.ts',
  'src/core/wrappers/filtered.ts',
  'src/core/wrappers/limited.ts',
  'src/core/wrappers/merged.ts',
  'src/core/wrappers/namespaced.ts',
  'src/core/wrappers/renamed.ts',
  'src/core/wrappers/validated.ts',
  'src/index.ts',
  'src/mcp/client/mcp-client.ts',
  'src/mcp/server/engine.ts',
  'src/mcp/wire/limits.ts',
  'src/mcp/wire/revisions.ts',
  'src/surfaces/http/http-options.ts',
  'src/surfaces/stdio/stdio-options.ts',
];

test('the types of the seam and of the kernel', async () => {
  const declared = FILES.map((file) => `// ${file}\n${toDeclarations(file)}`).join('\n');
  await expect(declared).toMatchFileSnapshot('public-types.snap.txt');
});

/** The exported shapes alone, without comments: one file at a time, so that it is quick. */
function toDeclarations(file: string): string {
  const { outputText } = ts.transpileDeclaration(readFileSync(join(ROOT, file), 'utf8'), {
    fileName: file,
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2023 },
  });
  return outputText;
}
