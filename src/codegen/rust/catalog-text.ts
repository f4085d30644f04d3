// The data of a generated Rust program: its server, its connection and its tools, as constants.
import { PlugboardError } from '../../core/errors.ts';
import { parseReferences, type Part } from '../../config/expand-env.ts';
import { renderNote } from '../artifact.ts';
import type { Catalog, CatalogTool, Connection, RenderOptions } from '../catalog.ts';
import { OWN_COMMANDS } from '../flag-scope.ts';
import { openNameScope, toKebab } from '../names.ts';
import { flagsOf, type CliFlag } from './cli-flags.ts';
import { fitting } from './render-item.ts';
import { toDocLines, toRustString } from './rust-text.ts';

export function renderCatalog(catalog: Catalog, { name, provenance }: RenderOptions): string {
  const { server, description, tools, connection } = catalog;
  const commands = openNameScope({ reserved: OWN_COMMANDS, separator: '-' });
  const rows = tools.map((tool) => renderTool(tool, commands.take(toKebab(tool.name))));
  const about = description ?? `The tools of ${server} as commands.`;
  return `// The server and its tools, as their schemas say.
#[allow(unused_imports)]
use crate::arguments::{About, Flag, Kind, Tool};
use crate::environment::Part;
use crate::transport::Connection;

/// What this program was made from.
${fitting('pub const NOTE: &str =', `${toRustString(renderNote(provenance))};`, '')}
${fitting('pub const SERVER: &str =', `${toRustString(server)};`, '')}
#[rustfmt::skip]
pub const ABOUT: About = About {
    program: ${toRustString(name)},
    version: ${toRustString(provenance.version)},
    text: ${toRustString(toDocLines(about).join('\n'))},
};

#[rustfmt::skip]
pub const CONNECTION: Connection = Connection {
${renderConnection(connection, server)}};

#[rustfmt::skip]
pub const TOOLS: &[Tool] = &[
${rows.join('')}];
`;
}

function renderTool(tool: CatalogTool, command: string): string {
  const { name, title, description = title ?? '' } = tool;
  const flags = flagsOf(tool).map(renderFlag);
  return `    Tool {
        name: ${toRustString(name)},
        command: ${toRustString(command)},
        about: ${toRustString(toDocLines(description).join('\n'))},
        flags: ${flags.length === 0 ? '&[]' : `&[\n${flags.join('')}        ]`},
    },
`;
}

function renderFlag(flag: CliFlag): string {
  return `            Flag {
                name: ${toRustString(flag.property)},
                long: ${toRustString(flag.long)},
                off: ${toRustString(flag.off ?? '')},
                kind: Kind::${flag.kind},
                is_list: ${String(flag.isList)},
                is_required: ${String(flag.isRequired)},
                help: ${toRustString(flag.help)},
                choices: ${slice(flag.choices.map(toRustString))},
            },
`;
}

/** References to the environment are found now, so that the program need not look for them. */
function renderConnection(connection: Connection, server: string): string {
  const template = (text: string) => renderTemplate(text, server);
  const pairs = (record: Readonly<Record<string, string>>) =>
    slice(Object.entries(record).map(([key, text]) => `(${toRustString(key)}, ${template(text)})`));
  if (connection.kind === 'http') {
    return `    url: ${template(connection.url)},\n    headers: ${pairs(connection.headers)},\n`;
  }
  const { command, args, env, cwd } = connection;
  return `    command: ${template(command)},
    args: ${slice(args.map(template))},
    env: ${pairs(env)},
    cwd: ${cwd === undefined ? 'None' : `Some(${toRustString(cwd)})`},
`;
}

function renderTemplate(text: string, server: string): string {
  const file = `the connection to ${server}`;
  const malformed = (reason: string) => new PlugboardError('config_error', { file, reason });
  return renderParts(parseReferences(text, { malformed, hasEscapes: true }));
}

function renderParts(parts: readonly Part[]): string {
  return slice(
    parts.map((part) => {
      if (typeof part === 'string') return `Part::Text(${toRustString(part)})`;
      const fallback = part.fallback ? `Some(${renderParts(part.fallback)})` : 'None';
      return `Part::Variable(${toRustString(part.name)}, ${fallback})`;
    }),
  );
}

function slice(rows: readonly string[]): string {
  return `&[${rows.join(', ')}]`;
}
