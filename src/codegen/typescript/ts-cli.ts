// Renders a generated command line: as TypeScript over the library, or as one file that needs nothing.
import { renderHeader } from '../artifact.ts';
import type { Catalog, RenderOptions } from '../catalog.ts';
import type { JsonValue } from '../../core/json.ts';
import { toDataLiteral, toStringLiteral } from './literals.ts';
import { toGeneratedCli } from './to-generated-cli.ts';

/** Whose work a bundle holds; the licence of both asks for it to be said. */
const PARTS = 'Holds parts of plugboard and of undici (https://undici.nodejs.org), MIT license.';
const SHEBANG = '#!/usr/bin/env node\n';

/** The source: the tools as data, the work done by `plugboard/generated-cli`. */
export function renderTsCli(catalog: Catalog, options: RenderOptions): string {
  const cli = toGeneratedCli(catalog, options) as unknown as JsonValue;
  const start = 'const CLI: GeneratedCli = ';
  return [
    SHEBANG + renderHeader(options.provenance, '//'),
    `import { runGeneratedCli, type GeneratedCli } from 'plugboard/generated-cli';\n`,
    `${start}${toDataLiteral(cli, '', start.length)};\n`,
    'void runGeneratedCli(CLI, process);\n',
  ].join('\n');
}

/** The built runtime: help is in one part, calls in the other. */
export interface CliRuntime {
  readonly cli: string;
  readonly call: string;
}

/**
 * The bundle. It holds neither `import` nor `require`, so it runs under any name in any folder, and
 * inside an executable. The code of calls is a text until there is one: to read it costs more than
 * all the rest.
 */
export function renderCliBundle(
  catalog: Catalog,
  runtime: CliRuntime,
  options: RenderOptions,
): string {
  const data = JSON.stringify(toGeneratedCli(catalog, options));
  return [
    SHEBANG + renderHeader(options.provenance, '//'),
    `// ${PARTS}\n`,
    '(() => {\n',
    `const code = ${toStringLiteral(runtime.call.trim())};\n`,
    'const load = () => {\n',
    '  const loaded = { exports: {} };\n',
    "  new Function('require', 'module', code)(require, loaded);\n",
    '  return loaded.exports;\n',
    '};\n',
    'const require = (name) =>\n',
    "  name === './generated-call.cjs' ? load() : process.getBuiltinModule(name);\n",
    'const module = { exports: {} };\n',
    `${runtime.cli.trim()}\n`,
    `const cli = JSON.parse(${toStringLiteral(data)});\n`,
    'void module.exports.runGeneratedCli(cli, process);\n',
    '})();\n',
  ].join('');
}
