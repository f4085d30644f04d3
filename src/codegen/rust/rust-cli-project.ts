// A generated command line as a Cargo project: the runtime as it is, and the catalog as data.
import { renderHeader } from '../artifact.ts';
import type { Catalog, Connection, RenderOptions } from '../catalog.ts';
import { renderManifest } from './cargo-manifest.ts';
import { renderCatalog } from './catalog-text.ts';
import { ARGUMENTS_RS } from './runtime/arguments.ts';
import { ENVIRONMENT_RS } from './runtime/environment.ts';
import { FAILURE_RS } from './runtime/failure.ts';
import { HTTP_TRANSPORT_RS } from './runtime/http-transport.ts';
import { MAIN_RS } from './runtime/main.ts';
import { MESSAGES_RS } from './runtime/messages.ts';
import { OUTPUT_RS } from './runtime/output.ts';
import { SESSION_RS } from './runtime/session.ts';
import { SSE_RS } from './runtime/sse.ts';
import { STDIO_TRANSPORT_RS } from './runtime/stdio-transport.ts';

type Files = Readonly<Record<string, string>>;

const RUNTIME: Files = {
  'src/arguments.rs': ARGUMENTS_RS,
  'src/environment.rs': ENVIRONMENT_RS,
  'src/failure.rs': FAILURE_RS,
  'src/messages.rs': MESSAGES_RS,
  'src/output.rs': OUTPUT_RS,
  'src/session.rs': SESSION_RS,
};

const TRANSPORTS: Readonly<Record<Connection['kind'], Files>> = {
  stdio: { 'src/transport.rs': STDIO_TRANSPORT_RS },
  http: { 'src/transport.rs': HTTP_TRANSPORT_RS, 'src/transport/sse.rs': SSE_RS },
};

/** The files of the project, by their path inside it. */
export function rustCliProject(
  catalog: Catalog,
  options: RenderOptions,
): ReadonlyMap<string, string> {
  const { kind } = catalog.connection;
  return new Map(
    Object.entries({
      'Cargo.toml': renderManifest(kind, options),
      '.gitignore': '/target\n',
      'src/main.rs': `${renderHeader(options.provenance, '//')}\n${MAIN_RS}`,
      'src/catalog.rs': renderCatalog(catalog, options),
      ...RUNTIME,
      ...TRANSPORTS[kind],
    }),
  );
}
