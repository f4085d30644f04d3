// Who may import whom: the table of folders, as fifteen rules. Type-only imports count.

import typescript from 'typescript';

// Without a compiler API the cruiser would see no import at all and every rule would pass.
if (typeof typescript.createSourceFile !== 'function') {
  throw new Error('dependency-cruiser needs a `typescript` package with a JavaScript API');
}

const OURS = '^(src|bin)/';
const forbid = (name, comment, [from, to]) => ({ name, comment, severity: 'error', from, to });

/** A folder that may import itself and the folders named. */
const knowsOnly = (folder, others) => [
  { path: `^src/${folder}/` },
  { path: OURS, pathNot: `^src/(${[folder, ...others].join('|')})/` },
];

/** Each kind below the folder knows core, platform, mcp and itself. */
const kindsAreStrangers = (folder) => [
  { path: `^src/${folder}/([^/]+)` },
  { path: OURS, pathNot: ['^src/(core|platform|mcp)/', `^src/${folder}/$1(/|$)`] },
];

export default {
  forbidden: [
    forbid('no-cycles', 'Modules form no ring.', [{}, { circular: true }]),
    forbid('core-knows-nobody', 'Core imports core.', knowsOnly('core', [])),
    forbid('core-is-pure', 'Core uses no node: module and no package.', [
      { path: '^src/core/' },
      { pathNot: OURS },
    ]),
    forbid(
      'platform-knows-core-only',
      'The doors to the machine know the domain words and nothing above.',
      knowsOnly('platform', ['core']),
    ),
    forbid(
      'mcp-knows-core-and-platform',
      'The wire kernel knows neither sources nor surfaces.',
      knowsOnly('mcp', ['core', 'platform']),
    ),
    forbid(
      'codegen-knows-no-server',
      'Generators turn a catalog into text; who fetches and writes it is none of their business.',
      knowsOnly('codegen', ['core', 'platform', 'config']),
    ),
    forbid(
      'sources-are-strangers',
      'A source knows core, platform, mcp and itself.',
      kindsAreStrangers('sources'),
    ),
    forbid(
      'surfaces-are-strangers',
      'A surface knows core, platform, mcp and itself.',
      kindsAreStrangers('surfaces'),
    ),
    forbid('sides-never-meet', 'Sources and surfaces are introduced by app.', [
      { path: '^src/(sources|surfaces)/' },
      { path: '^src/(sources|surfaces)/', pathNot: '^src/$1/' },
    ]),
    forbid('only-app-opens-sources', 'Only app imports sources.', [
      { path: OURS, pathNot: ['^src/(app|sources)/', '^src/index\\.ts$'] },
      { path: '^src/sources/' },
    ]),
    forbid(
      'only-app-opens-sources',
      'The library shows the open functions and the MCI client, nothing else of a source.',
      [
        { path: '^src/index\\.ts$' },
        {
          path: '^src/sources/',
          pathNot: ['^src/sources/[^/]+/open-[^/]+\\.ts$', '^src/sources/mci/mci-client\\.ts$'],
        },
      ],
    ),
    forbid('only-platform-spawns', 'Child processes are born in platform.', [
      { path: OURS, pathNot: '^src/platform/' },
      { path: ['^(node:)?child_process$', '(^|node_modules/)cross-spawn(/|$)'] },
    ]),
    forbid('sdk-stays-at-the-edge', 'The official SDK serves OAuth flows only.', [
      { path: OURS, pathNot: '^src/oauth/' },
      { path: '(^|node_modules/)@modelcontextprotocol/' },
    ]),
    forbid(
      'oauth-knows-core-platform-and-mcp',
      'Logging in knows neither configuration nor sources; app hands it what it needs.',
      knowsOnly('oauth', ['core', 'platform', 'mcp']),
    ),
    forbid('only-app-logs-in', 'Only app imports oauth.', [
      { path: OURS, pathNot: '^src/(app|oauth)/' },
      { path: '^src/oauth/' },
    ]),
    forbid('cli-is-a-leaf', 'Only bin imports cli.', [
      { path: OURS, pathNot: '^(bin|src/cli)/' },
      { path: '^src/cli/' },
    ]),
  ],
  options: {
    tsPreCompilationDeps: true,
    exclude: { path: '\\.test\\.ts$' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.d.ts'],
    },
  },
};
