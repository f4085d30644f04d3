// What a catalog becomes as a Cargo project, and how it is built; that it runs is proved in test/slow.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNote } from '../../../src/codegen/artifact.ts';
import type { Catalog, Connection } from '../../../src/codegen/catalog.ts';
import { buildRustProject } from '../../../src/codegen/rust/build-rust-project.ts';
import { crateName } from '../../../src/codegen/rust/cargo-manifest.ts';
import { rustCliProject } from '../../../src/codegen/rust/rust-cli-project.ts';
import { PlugboardError } from '../../../src/core/errors.ts';
import { folderWith, tempFolder } from '../../support/temp-folder.ts';
import { catalogOf, catalogWith, loadTorture, optionsFor } from './torture.ts';

function project(catalog: Catalog): ReadonlyMap<string, string> {
  return rustCliProject(catalog, optionsFor(catalog, 'cli-rust'));
}

function fileOf(catalog: Catalog, path: string): string {
  return project(catalog).get(path) ?? '';
}

function connected(connection: Connection): Catalog {
  return { ...catalogOf([]), connection };
}

describe('the project', () => {
  it('[codegen-rust:cli] is whole, with exact versions of few crates', () => {
    expect([...project(loadTorture()).keys()].toSorted()).toEqual(
      (
        '.gitignore Cargo.toml src/arguments.rs src/catalog.rs src/environment.rs src/failure.rs ' +
        'src/main.rs src/messages.rs src/output.rs src/session.rs src/transport.rs'
      ).split(' '),
    );
    const manifest = fileOf(loadTorture(), 'Cargo.toml');
    const versions = [...manifest.matchAll(/^(\w+) = (?:\{ version = )?"(=?[\d.]+)"/gmu)];
    expect(versions.map(([, crate]) => crate)).toEqual(
      'version edition clap serde_json tokio libc'.split(' '),
    );
    expect(manifest).toContain('[workspace]');
  });

  it('[codegen-rust:cli-connection] has an HTTP client only where one is needed', () => {
    const http = connected({ kind: 'http', url: 'https://example.com/mcp', headers: {} });
    expect(fileOf(http, 'Cargo.toml')).toContain('reqwest = { version = "=');
    expect(fileOf(http, 'src/transport/sse.rs')).toContain('SseReader');
    expect(fileOf(loadTorture(), 'Cargo.toml')).not.toContain('reqwest');
  });

  it('[codegen-rust:cli-note] carries its note in source and program', () => {
    const catalog = loadTorture();
    for (const path of ['src/main.rs', 'Cargo.toml']) {
      expect(findNote(fileOf(catalog, path))).toEqual(optionsFor(catalog, 'cli-rust').provenance);
    }
    expect(fileOf(catalog, 'src/catalog.rs')).toContain('pub const NOTE: &str =');
    expect(fileOf(catalog, 'src/main.rs')).toContain('black_box(NOTE)');
  });

  it('[codegen-rust:deterministic] is the same for the same catalog', () => {
    expect([...project(loadTorture())]).toEqual([...project(loadTorture())]);
  });
});

function commandOf(command: string): string | undefined {
  const catalog = connected({ kind: 'stdio', command, args: [], env: {} });
  return /command: (.*),/u.exec(fileOf(catalog, 'src/catalog.rs'))?.[1];
}

describe('[codegen-rust:cli-connection] the connection', () => {
  it.each([
    ['npx', '&[Part::Text("npx")]'],
    ['a${B}c', '&[Part::Text("a"), Part::Variable("B", None), Part::Text("c")]'],
    ['${B:-x}', '&[Part::Variable("B", Some(&[Part::Text("x")]))]'],
    ['${B:-}', '&[Part::Variable("B", Some(&[]))]'],
    ['\\${B}', '&[Part::Text("${B}")]'],
  ])('%s is %s', (command, rust) => {
    expect(commandOf(command)).toBe(rust);
  });

  it('refuses a reference that does not end', () => {
    expect(() => commandOf('${B')).toThrow('Error in config the connection to demo');
  });

  it('holds headers, variables and the folder', () => {
    const url = 'https://example.com/mcp';
    const http = connected({ kind: 'http', url, headers: { Authorization: 'Bearer ${TOKEN}' } });
    expect(fileOf(http, 'src/catalog.rs')).toContain(
      'headers: &[("Authorization", &[Part::Text("Bearer "), Part::Variable("TOKEN", None)])],',
    );
    const stdio: Connection = {
      kind: 'stdio',
      command: 'x',
      args: [],
      env: { A: 'b' },
      cwd: '/tmp',
    };
    expect(fileOf(connected(stdio), 'src/catalog.rs')).toContain(
      'env: &[("A", &[Part::Text("b")])],\n    cwd: Some("/tmp"),',
    );
  });
});

it('[codegen-rust:cli-flags] the tools are a table of commands and flags', () => {
  const rows = { size: { type: 'string', enum: ['S', 'L'], description: 'How "big".' } };
  expect(fileOf(catalogWith(rows, { required: ['size'] }), 'src/catalog.rs')).toContain(`    Tool {
        name: "t",
        command: "t",
        about: "",
        flags: &[
            Flag {
                name: "size",
                long: "size",
                off: "",
                kind: Kind::Text,
                is_list: false,
                is_required: true,
                help: "How \\"big\\". [required]",
                choices: &["S", "L"],
            },
        ],
    },
`);
});

it.each([
  ['linear', 'linear'],
  ['My Server', 'my-server'],
  ['größe', 'groe'],
  ['日本語', 'mcp-cli'],
  ['2fa', 'cli-2fa'],
  ['tokio', 'tokio-cli'],
  ['build', 'build-cli'],
])('the crate of %s is named %s', (name, crate) => {
  expect(crateName(name)).toBe(crate);
});

/** A program named cargo that says and does this. */
function withCargo(script: string): Promise<string> {
  return folderWith({ cargo: `#!/bin/sh\n${script}\n` });
}

async function build(bin: string, said: string[] = []): Promise<string> {
  return buildRustProject(await tempFolder(), {
    env: { PATH: `${bin}:/bin:/usr/bin` },
    signal: new AbortController().signal,
    onProgress: (chunk) => void said.push(chunk.toString()),
  });
}

describe('[codegen-rust:compile] buildRustProject', () => {
  it('says where the executable is, and what cargo says meanwhile', async () => {
    const said: string[] = [];
    const bin = await withCargo(
      `echo "Compiling $*" >&2\necho '{"executable":null}'\necho '{"executable":"/t/demo"}'`,
    );
    expect(await build(bin, said)).toBe('/t/demo');
    expect(said.join('')).toBe(
      'Compiling build --release --message-format=json-render-diagnostics\n',
    );
  });

  it('shows why a build failed', async () => {
    const failed = build(await withCargo('echo "error: no network" >&2; exit 101'));
    await expect(failed).rejects.toThrow('cargo build failed\nerror: no network');
  });

  it('says how to get cargo where there is none', async () => {
    const directory = await tempFolder();
    const options = { env: { PATH: join(directory, 'none') }, onProgress: () => {} };
    const signal = new AbortController().signal;
    const error = await buildRustProject(directory, { ...options, signal }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(PlugboardError);
    expect(error).toMatchObject({
      message: "Command 'cargo' not found.",
      hint: expect.stringContaining('https://rustup.rs') as string,
    });
  });
});
