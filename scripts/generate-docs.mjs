// Writes the reference pages in docs/ from the tables in the source; with --check only compares.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TABLES = `
  export { ERRORS } from './src/core/errors.ts';
  export { ENV } from './src/platform/env.ts';
  export { WIRE_LIMITS } from './src/mcp/wire/limits.ts';
  export { SCRIPT_LIMITS } from './src/sources/scripts/limits.ts';
  export { MCI_LIMITS } from './src/sources/mci/limits.ts';
  export { RENDER_LIMITS } from './src/sources/mci/template/render-template.ts';
  export { COMMANDS } from './src/cli/commands.ts';
  export { MCIX } from './src/cli/mcix/main.ts';
  export { MCP_BASH } from './src/cli/mcp-bash/main.ts';
  export { commonFlags } from './src/cli/flags.ts';
  export { mcpdFlags } from './src/cli/mcpd/flags.ts';
  export { BASH_SETTINGS } from './src/sources/bash/settings-table.ts';
`;
const NOTICE = '<!-- Written by scripts/generate-docs.mjs from the tables in the source. -->';

/** When each error happens, and facts for an example of its words. */
const ERROR_NOTES = {
  not_found: [
    'a server, tool, resource, prompt, file or command is not there',
    { kind: 'tool', name: 'gret' },
  ],
  not_supported: ['a method or capability is absent', { source: 'scripts', what: 'prompts/get' }],
  parse_error: [
    'a text could not be read',
    { what: 'arguments', reason: "count: expected integer, got 'x'" },
  ],
  invalid_arguments: [
    'arguments do not fit the input schema',
    { reason: 'Missing required argument: name' },
  ],
  config_error: [
    'a file or setting of ours is wrong',
    { file: 'token.txt', reason: 'the token is empty' },
  ],
  auth_required: ['a server wants a login first', { server: 'linear' }],
  forbidden: ['a rule forbids it', { what: './tools', reason: 'is not empty' }],
  connection_refused: ['a server cannot be reached', { server: 'linear', reason: 'ECONNREFUSED' }],
  timeout: ['the time was up; what ran was ended', { what: 'greet', afterMs: 300_000 }],
  tool_failed: ['the tool ran and failed', { output: 'what the tool printed' }],
  too_large: ['the output exceeds its limit; nothing is cut', { limitBytes: 10_485_760 }],
  cancelled: ['the caller cancelled, or Ctrl-C', {}],
  internal: ['a bug of ours; `--verbose` shows the cause', {}],
};

const WIRE_WORDS = { result: 'result with `isError`', silent: 'nothing is sent' };

async function loadTables() {
  const { outputFiles } = await build({
    stdin: { contents: TABLES, resolveDir: ROOT, loader: 'ts' },
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    write: false,
    logLevel: 'warning',
  });
  // Below node_modules, so that the packages it imports are found.
  const folder = join(ROOT, 'node_modules', '.cache', 'plugboard');
  const file = join(folder, `tables-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(file));
  } finally {
    await rm(file);
  }
}

function table(heads, rows) {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '').replaceAll('|', '\\|')));
  const lines = [heads, heads.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
  return lines.join('\n');
}

function page(title, ...parts) {
  return `${[`# ${title}`, NOTICE, ...parts].join('\n\n')}\n`;
}

const code = (text) => (text === undefined || text === '' ? '' : `\`${text}\``);

function renderErrors({ ERRORS }) {
  const rows = Object.entries(ERRORS).map(([name, row]) => {
    if (ERROR_NOTES[name] === undefined) throw new Error(`describe ${name} in ERROR_NOTES`);
    const [when, facts] = ERROR_NOTES[name];
    return [
      code(name),
      when,
      WIRE_WORDS[row.wire] ?? row.wire,
      row.http,
      row.exit,
      row.says(facts),
    ];
  });
  return page(
    'Errors',
    'Every error of Plugboard is a row of this table. On the command line its words go to stderr, ' +
      'followed by a `hint:` where there is a way out. With `--json` it is printed on stdout as ' +
      '`{ "error": { "message", "code", "reason" } }`, with `server`, `tool` and `hint` where they are known; ' +
      '`reason` is the code below and `code` the same, ' +
      'except that `invalid_arguments` is reported as `parse_error` and `not_supported` as `not_found`. ' +
      'On the wire the code travels in `error.data.code`, or in `_meta.code` of a result.',
    table(['code', 'when', 'JSON-RPC', 'HTTP', 'exit', 'says, for example'], rows),
    'A signal is raised again after everything is closed: Ctrl-C ends a command with the status ' +
      'your shell shows for SIGINT (130).',
  );
}

function flagWords(name, { short, value }) {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

function flagRows(flags) {
  return Object.entries(flags).map(([name, flag]) => [
    code(flagWords(name, flag)),
    code(flag.default),
    flag.doc + (flag.repeats && !flag.doc.includes('repeated') ? ' May be repeated.' : ''),
  ]);
}

const FLAG_HEADS = ['flag', 'default', 'meaning'];

/** A part for each command of a program. */
async function renderCommands(program, loads) {
  const commands = await Promise.all(Object.values(loads).map((load) => load()));
  return commands.flatMap((command) => {
    const operands = command.operands.map(({ name, repeats, optional }) => {
      const inner = repeats ? `${name}...` : name;
      return optional ? `[${inner}]` : `<${inner}>`;
    });
    const usage = [program, command.name, ...operands].join(' ');
    const rows = flagRows(command.flags);
    return [`## ${usage}`, command.summary, ...(rows.length > 0 ? [table(FLAG_HEADS, rows)] : [])];
  });
}

async function renderFlags({ COMMANDS, MCIX, MCP_BASH, commonFlags, mcpdFlags }) {
  const mcpdRows = flagRows(mcpdFlags).map((row, at) => {
    const { env } = Object.values(mcpdFlags)[at];
    return [row[0], code(env), ...row.slice(1)];
  });
  return page(
    'Flags',
    ...(await renderCommands('plugboard', COMMANDS)),
    '## Every command',
    table(FLAG_HEADS, [
      ...flagRows(commonFlags),
      ['`--help`', '', 'Show the help of the command.'],
    ]),
    '## mcpd',
    'The drop-in for the original daemon. A flag wins over its environment variable.',
    table(['flag', 'variable', 'default', 'meaning'], mcpdRows),
    ...(await renderCommands(MCIX.name, MCIX.commands)),
    ...(await renderCommands(MCP_BASH.name, MCP_BASH.commands)),
  );
}

function bashRows(settings) {
  return Object.values(settings).map(({ env, default: usual, max, doc }) => [
    code(env),
    code(usual),
    code(max),
    doc,
  ]);
}

function renderEnv({ ENV, mcpdFlags, BASH_SETTINGS }) {
  const own = Object.entries(ENV).map(([name, { doc }]) => [code(name), doc]);
  const standIns = Object.entries(mcpdFlags)
    .filter(([, flag]) => flag.env !== undefined)
    .map(([name, flag]) => [code(flag.env), code(`--${name}`)]);
  return page(
    'Environment variables',
    'What Plugboard reads. What scripts are given is in the scripts specification.',
    table(['variable', 'meaning'], own),
    'Each of these stands in for a flag of `mcpd`:',
    table(['variable', 'flag'], standIns),
    'Projects of shell tools (mcp-bash) read these; what tools are given is in [sdk/PROTOCOL.md](../sdk/PROTOCOL.md):',
    table(['variable', 'default', 'at most', 'meaning'], bashRows(BASH_SETTINGS)),
  );
}

function limitRows(limits) {
  return Object.entries(limits).map(([name, { value, doc }]) => [code(name), value, doc]);
}

function renderLimits({ WIRE_LIMITS, SCRIPT_LIMITS, MCI_LIMITS, RENDER_LIMITS }) {
  const heads = ['limit', 'value', 'what it bounds'];
  return page(
    'Limits',
    'Names that end in `Ms` are milliseconds, in `Bytes` bytes; the others are counts. What projects of ' +
      'shell tools are bound by is set by variables: see [env.md](env.md).',
    '## Scripts',
    table(heads, limitRows(SCRIPT_LIMITS)),
    '## MCI',
    table(heads, [...limitRows(MCI_LIMITS), ...limitRows(RENDER_LIMITS)]),
    '## The wire',
    table(heads, limitRows(WIRE_LIMITS)),
  );
}

const tables = await loadTables();
const pages = {
  'errors.md': renderErrors(tables),
  'flags.md': await renderFlags(tables),
  'env.md': renderEnv(tables),
  'limits.md': renderLimits(tables),
};
const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(pages)) {
  const file = join(ROOT, 'docs', name);
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before === text) continue;
  if (isCheck) {
    process.stderr.write(`docs/${name} is out of date: run \`node scripts/generate-docs.mjs\`\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    process.stdout.write(`wrote docs/${name}\n`);
  }
}
