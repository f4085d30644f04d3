// What the drop-in command mcix keeps from the original and what Plugboard adds to it.

export const MCIX_COMMAND = [
  // The command
  {
    id: 'mcix:command:keeps-verbs',
    quote: 'keeps its verbs (install, list, validate, add, run, envs)',
  },
  {
    id: 'mcix:command:discovery-order',
    quote: 'Discovery in cwd only, no parent walk: mci.json > mci.yaml > mci.yml',
  },
  { id: 'mcix:command:file-flag', quote: '-f/--file' },
  { id: 'mcix:command:usage-error-exit-2', quote: 'usage errors rc 2' },
  { id: 'mcix:command:version', quote: '--version prints the version (broken in the original)' },
  // install
  {
    id: 'mcix:install:writes-mci-json',
    quote: 'writes mci.json (echo_test text tool, empty toolsets/mcp_servers)',
  },
  { id: 'mcix:install:yaml-flag', quote: '--yaml writes mci.yaml' },
  { id: 'mcix:install:library-directory', quote: 'writes mci/' },
  { id: 'mcix:install:gitignore', quote: 'mci/.gitignore = mcp/ (appended if absent)' },
  { id: 'mcix:install:example-toolset', quote: 'mci/example_toolset.mci.(json or yaml)' },
  { id: 'mcix:install:existing-files-skipped', quote: 'Existing files skipped with a warning.' },
  // list
  { id: 'mcix:list:table', quote: 'table Name/Source/Description' },
  { id: 'mcix:list:filter-flag', quote: 'list --filter' },
  { id: 'mcix:list:filter-toolsets', quote: 'list/run only except tags without-tags toolsets' },
  { id: 'mcix:list:format-json-to-stdout', quote: '--format json, with output to stdout' },
  { id: 'mcix:list:format-yaml-to-stdout', quote: '--format yaml, with output to stdout' },
  {
    id: 'mcix:list:document-fields',
    quote: 'timestamp, mci_file, filters_applied, total, tools[name, source, description',
  },
  { id: 'mcix:list:verbose', quote: 'verbose: tags, execution_type, inputSchema' },
  // validate
  { id: 'mcix:validate:env-flag-repeats', quote: '-e/--env K=V (repeat)' },
  { id: 'mcix:validate:no-network-no-writes', quote: 'no network, no writes' },
  {
    id: 'mcix:validate:command-not-found-warning',
    quote: 'MCP server command not found in PATH: x (server: y)',
  },
  { id: 'mcix:validate:exit-code', quote: 'rc 0/1' },
  // add
  { id: 'mcix:add:string-form', quote: 'edits toolsets; string form' },
  { id: 'mcix:add:filter-makes-object-form', quote: 'or object with filter' },
  { id: 'mcix:add:filter-flag', quote: '-f/--filter (-f is filter here)' },
  { id: 'mcix:add:path-flag', quote: '-p/--path' },
  { id: 'mcix:add:re-add-replaces-filter', quote: 're-add without filter drops the old one' },
  { id: 'mcix:add:json-indent-2', quote: 'JSON rewritten indent 2' },
  // run
  { id: 'mcix:run:stdio-server', quote: 'run: stdio MCP server' },
  { id: 'mcix:run:filter-flag', quote: 'run --filter' },
  { id: 'mcix:run:http', quote: 'adds run --http' },
  { id: 'mcix:run:hot-reload', quote: 'adds hot reload' },
  {
    id: 'mcix:run:protocol-alone-on-stdout',
    quote: 'nothing but the protocol on stdout (the original prints banner lines before it)',
  },
  // envs
  { id: 'mcix:envs:table', quote: 'envs --format table' },
  { id: 'mcix:envs:env-format-to-stdout', quote: 'envs --format env, with output to stdout' },
  { id: 'mcix:envs:scans-placeholders', quote: 'scans {{env.NAME}}' },
  {
    id: 'mcix:envs:every-form',
    quote: 'envs also finds spaces, fallbacks, {!! !!}, conditions, toolset directories',
  },
  // .env files
  { id: 'mcix:dotenv:root-is-schema-directory', quote: "root = schema file's dir" },
  {
    id: 'mcix:dotenv:env-mci-hides-env',
    quote: 'If any .env.mci exists (root or mci/), all .env are ignored.',
  },
  {
    id: 'mcix:dotenv:precedence',
    quote: 'Low to high: mci/ file, root file, process env, explicit.',
  },
  { id: 'mcix:dotenv:interpolation', quote: '${VAR} interpolation on' },
] as const;
