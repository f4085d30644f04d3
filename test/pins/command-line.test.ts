// What scripts around Plugboard build on: commands, flags, exit codes, the shape of JSON.
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runPlugboard } from '../support/run-plugboard.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';

beforeEach(async () => {
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
});

test('commands and flags', async () => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.flatMap(({ name, operands, flags }) => [
    [name, ...operands.map((operand) => operand.name)].join(' '),
    ...Object.entries(flags).map(([flag, row]) => {
      const value = row.value === undefined ? '' : ` ${row.value}`;
      const fallback = row.default === undefined ? '' : ` = ${row.default}`;
      return `  --${flag}${value}${row.repeats ? '...' : ''}${fallback}`;
    }),
  ]);
  expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    list server
      --json
      --all-parameters
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    serve source
      --http
      --stdio
      --host ADDRESS = 127.0.0.1
      --port N = 1995
      --path PATH = /mcp
      --legacy-sse
      --allowed-host H...
      --allowed-origin O...
      --tls-cert F
      --tls-key F
      --token-file F
      --allow-unauthenticated
      --json
      --all
      --config FILE
      --root DIR
      --script-timeout SECS = 300
      --max-concurrent N = 16
      --no-cache
      --tool-name-separator S
    call selector argument
      --args JSON
      --json
      --raw
      --output FORMAT
      --save DIR
      --elicit JSON
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    resource server uri
      --json
      --raw
      --templates
      --save DIR
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    prompt server prompt argument
      --json
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    complete server reference argument other
      --json
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    auth server
      --json
      --no-browser
      --oauth-timeout MS
      --redirect-url URL
      --reset
      --status
      --tokens FILE
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    config action word
      --json
      --config FILE
      --root DIR
      --scope SCOPE
      --force
      --url URL
      --command COMMAND
      --arg ARG...
      --env KEY=VALUE...
      --header NAME=VALUE...
      --description TEXT
      --lifecycle MODE
      --cwd DIR
      --allow-http
      --path FILE
      --filter TEXT
      --copy
    daemon action server
      --json
      --log
      --config FILE
      --root DIR
    emit-ts server
      --output FILE
      --out FILE
      --mode MODE = types
      --json
      --include-tools LIST...
      --exclude-tools LIST...
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    emit-rs server
      --output FILE
      --out FILE
      --json
      --include-tools LIST...
      --exclude-tools LIST...
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    generate-cli server
      --lang LANG
      --bundle
      --compile
      --output PATH
      --connection HOW
      --embed-secrets
      --from ARTIFACT
      --json
      --include-tools LIST...
      --exclude-tools LIST...
      --timeout MS
      --config FILE
      --root DIR
      --http-url URL
      --stdio COMMAND
      --cwd DIR
      --allow-http
      --name NAME
      --description TEXT
      --env KEY=VALUE...
      --header NAME=VALUE...
      --persist FILE
    inspect-cli artifact
      --json
    completion shell word
      --json
    validate source
      --json
    init kind directory
      --json
    "
  `);
});

test('exit codes and JSON of call', async () => {
  const cwd = await folderWith({
    good: shellTool('echo good'),
    bad: shellTool('echo bad; exit 4'),
  });
  const run = async (...args: string[]) => {
    const { exit, stdout } = await runPlugboard([...args, '--json'], { cwd });
    return { exit, json: JSON.parse(stdout) as unknown };
  };
  expect([
    await run('call', '.:good'),
    await run('call', '.:bad'),
    await run('call', '.:gone'),
    await run('call', '.:good', 'x'),
    await run('validate', '.'),
  ]).toMatchInlineSnapshot(`
    [
      {
        "exit": 0,
        "json": {
          "content": [
            {
              "text": "good",
              "type": "text",
            },
          ],
          "isError": false,
        },
      },
      {
        "exit": 1,
        "json": {
          "_meta": {
            "exitCode": 4,
            "meaning": "not found",
            "stderr": "",
          },
          "content": [
            {
              "text": "bad",
              "type": "text",
            },
          ],
          "isError": true,
        },
      },
      {
        "exit": 1,
        "json": {
          "error": {
            "code": "not_found",
            "hint": "Did you mean \`good\`?",
            "message": "Tool 'gone' not found. Available: bad, good",
            "reason": "not_found",
            "tool": "gone",
          },
        },
      },
      {
        "exit": 1,
        "json": {
          "error": {
            "code": "parse_error",
            "hint": "Values without a name go into parentheses, as in \`'server.tool("value")'\`",
            "message": "Cannot parse arguments: 'x' is none of name:value, name=value and --name value",
            "reason": "parse_error",
          },
        },
      },
      {
        "exit": 0,
        "json": {
          "findings": [],
          "valid": true,
        },
      },
    ]
  `);
});
