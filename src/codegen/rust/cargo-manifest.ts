// The Cargo.toml of a generated Rust program: few dependencies, each at one exact version.
import { renderHeader } from '../artifact.ts';
import type { Connection, RenderOptions } from '../catalog.ts';
import { toKebab } from '../names.ts';

type Row = readonly [crate: string, manifest: string];

const SHARED: readonly Row[] = [
  ['clap', 'version = "=4.6.7"'],
  ['serde_json', 'version = "=1.0.154", features = ["preserve_order"]'],
];

/** What each way to a server needs; nobody compiles an HTTP client to talk over a pipe. */
const BY_KIND: Readonly<Record<Connection['kind'], readonly Row[]>> = {
  stdio: [
    [
      'tokio',
      `version = "=1.54.1", features = ["io-util", "macros", "process", "rt", "signal", "time"]`,
    ],
  ],
  http: [
    [
      'reqwest',
      'version = "=0.12.28", default-features = false, features = ["rustls-tls-native-roots"]',
    ],
    ['tokio', 'version = "=1.54.1", features = ["macros", "rt", "signal", "time"]'],
  ],
};

const UNIX_ONLY = `
[target.'cfg(unix)'.dependencies]
libc = "=0.2.191"
`;

/** Names that cargo, or a crate this one stands on, has already. */
const TAKEN = new Set(
  'build clap core deps examples incremental libc reqwest serde serde-json std test tokio'.split(
    ' ',
  ),
);

/** The name of the package and of its executable: letters every system takes. */
export function crateName(name: string): string {
  const ascii = toKebab(name.normalize('NFKD').replaceAll(/\P{ASCII}/gu, '') || 'mcp-cli');
  const started = /^[a-z]/u.test(ascii) ? ascii : `cli-${ascii}`;
  return TAKEN.has(started) ? `${started}-cli` : started;
}

export function renderManifest(kind: Connection['kind'], options: RenderOptions): string {
  const rows = [...SHARED, ...BY_KIND[kind]].map(([crate, row]) => `${crate} = { ${row} }\n`);
  return `${renderHeader(options.provenance, '#')}
[package]
name = "${crateName(options.name)}"
version = "0.1.0"
edition = "2021"
rust-version = "1.85"
publish = false

[dependencies]
${rows.toSorted().join('')}${kind === 'stdio' ? UNIX_ONLY : ''}
[profile.release]
strip = true

# A project of its own, also inside another one.
[workspace]
`;
}
