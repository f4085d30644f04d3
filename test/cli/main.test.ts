// The command line as a whole: help, version, unknown words, the funnel of errors.
import { describe, expect, test } from 'vitest';
import { runPlugboard } from '../support/run-plugboard.ts';

describe('help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j shows every command', async (args) => {
    const { exit, stdout, stderr } = await runPlugboard(args);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "plugboard 0.1.0

      Usage: plugboard <command> [options]

      One program for everything around MCP tools.

      Options:
        --version     Show the version.
        --help        Show this help, or the help of a command.

      Commands:
        list          Show the configured servers, or the tools of one.
        serve         Serve the tools of one or more sources to MCP clients.
        call          Call a tool and print its result.
        resource      List the resources of a server, or read one.
        prompt        List the prompts of a server, or fill one in.
        complete      Ask a server how an argument may be completed.
        auth          Log in to a server.
        config        Show, change and check the configured servers.
        daemon        Manage the background process that keeps servers alive.
        emit-ts       Print TypeScript types, or a typed client, for the tools of a server.
        emit-rs       Print Rust types and a typed client for the tools of a server.
        generate-cli  Write a command line of its own for the tools of one server.
        inspect-cli   Show what a generated file was made from.
        completion    Print a completion script for a shell.
        validate      Check a directory of scripts, a mcp-bash project or an MCI file and say what is
                      wrong.
        init          Write example tools to start from.
      "
    `);
  });

  test.each([[['serve', '--help']], [['help', 'serve']], [['serve', './x', '-h']]])(
    '%j shows the command, from its flag table',
    async (args) => {
      const { exit, stdout } = await runPlugboard(args);
      expect(exit).toBe(0);
      expect(stdout).toContain('Usage: plugboard serve [options] [source...]');
      expect(stdout).toContain('--port <N>');
      expect(stdout).toContain('(default: 1995)');
    },
  );

  test('call says how to give arguments', async () => {
    expect((await runPlugboard(['call', '--help'])).stdout).toMatchInlineSnapshot(`
      "Usage: plugboard call [options] <selector> [argument...]

      Call a tool and print its result.

      Arguments:
        selector               The tool: server.tool, ./scripts:greet, or a call as 'server.tool(name:
                               "value")'.
        argument               name:value, name=value, name:=JSON, name=@file or --name value; after --
                               every flag belongs to the tool.

      Options:
        --args <JSON>          Arguments as one JSON object; - reads it from stdin.
        --json                 Print the whole result as JSON, and errors as JSON too.
        --raw                  Print the content as it came, without a final newline.
        --output <FORMAT>      One of text, raw, json, markdown.
        --save <DIR>           Save images, sounds and files of the result in this folder.
        --elicit <JSON>        Answer the forms of the server with this object.
        --timeout <MS>         Give up after this many milliseconds without an answer.
        --config <FILE>        Read this configuration file before all others.
        --root <DIR>           The project: its config/ is read, its stdio servers run there.
        --http-url <URL>       Use the server at this address, without configuration.
        --stdio <COMMAND>      Start this server, without configuration.
        --cwd <DIR>            Where stdio servers run; default beside the file that names them.
        --allow-http           Allow http:// to other machines.
        --name <NAME>          Its name; default made from the address or the command.
        --description <TEXT>   What it is for, kept by --persist.
        --env <KEY=VALUE>      A variable for --stdio.
        --header <NAME=VALUE>  A header for --http-url; $env:VAR stands for a variable.
        --persist <FILE>       Save the server to this configuration file.
        --verbose              Show the cause of an internal error.
        --help                 Show this help.

      Examples:
        plugboard call linear.create_issue title:"Broken login" team:ENG
        plugboard call 'linear.create_issue(title: "Broken login", labels: ["bug"])'
        plugboard linear.list_issues --limit 5 --json
        plugboard call ./scripts:greet name:Ann
        plugboard call ./scripts:greet --args '{"name": "Ann"}'
        plugboard call --stdio 'npx -y some-server' echo message=hello
      "
    `);
  });

  test('help of something unknown is an error', async () => {
    expect(await runPlugboard(['help', 'sevre'])).toMatchObject({ exit: 1, stdout: '' });
  });
});

test.each(['--version', '-V'])('%s', async (flag) => {
  const { exit, stdout } = await runPlugboard([flag]);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^plugboard \d+\.\d+\.\d+\n$/u);
});

describe('what is not understood', () => {
  test.each([
    [['serv'], "Command 'serv' not found.\nhint: Did you mean `plugboard serve`?\n"],
    [['dance'], "Command 'dance' not found.\nhint: Run `plugboard --help`\n"],
    [['__proto__'], "Command '__proto__' not found.\nhint: Run `plugboard --help`\n"],
    [
      ['serve', './x', '--prt', '3'],
      "Cannot parse arguments: unknown option '--prt' (Did you mean --port?)\n" +
        'hint: Run `plugboard serve --help`\n',
    ],
    [
      ['serve', './x', '--port'],
      "Cannot parse arguments: option '--port <N>' argument missing\n" +
        'hint: Run `plugboard serve --help`\n',
    ],
    [
      ['serve', './x', '--port', '70000'],
      "Cannot parse --port: expected a whole number from 0 to 65535, got '70000'\n",
    ],
    [
      ['validate'],
      "Cannot parse arguments: missing required argument 'source'\n" +
        'hint: Run `plugboard validate --help`\n',
    ],
    [
      ['validate', 'a', 'b'],
      'Cannot parse arguments: too many arguments. Expected 1 argument but got 2.\n' +
        'hint: Run `plugboard validate --help`\n',
    ],
  ])('%j', async (args, stderr) => {
    expect(await runPlugboard(args)).toEqual({ exit: 1, stdout: '', stderr });
  });

  test('an unknown server in call is named; with --json as JSON', async () => {
    const error = await runPlugboard(['call', 'linear.create', '--json']);
    expect(error).toMatchObject({ exit: 1, stderr: '' });
    expect(JSON.parse(error.stdout)).toEqual({
      error: {
        server: 'linear',
        message: "Server 'linear' not found.",
        code: 'not_found',
        reason: 'not_found',
        hint: 'A directory is named by its path, as in `./linear`',
      },
      server: 'linear',
      issue: { kind: 'other', rawMessage: "Server 'linear' not found." },
    });
  });

  test.each([['--json'], ['--output=json']])('a parse error is JSON with %s', async (flag) => {
    const { exit, stdout } = await runPlugboard(['call', './s', flag]);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'parse_error', reason: 'parse_error' },
    });
  });
});
