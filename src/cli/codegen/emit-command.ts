// What `emit-ts` and `emit-rs` share: a catalog in, one text out, to stdout or into a file.
import { makeCatalog } from '../../app/codegen/make-catalog.ts';
import { writeArtifact } from '../../app/codegen/write-artifact.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import type {
  ArtifactKind,
  ArtifactOptions,
  Catalog,
  Provenance,
  RenderOptions,
} from '../../codegen/catalog.ts';
import { VERSION } from '../../core/version.ts';
import type { Deps } from '../deps.ts';
import { toJsonText } from '../to-json-text.ts';
import { listServer, type ServerWords } from './list-server.ts';

export const outputFlags = {
  output: { value: 'FILE', doc: 'Write to this file; default stdout.' },
  out: { value: 'FILE', doc: 'The same as --output.' },
} as const;

export interface EmitRequest {
  readonly words: Omit<ServerWords, 'hasSecrets'>;
  readonly output: string | undefined;
  readonly kind: ArtifactKind;
  readonly render: (catalog: Catalog, options: RenderOptions) => string;
  /** What was written, as the message calls it. */
  readonly what: string;
}

export async function runEmit(request: EmitRequest, deps: Deps): Promise<number> {
  const { words, output, kind, render, what } = request;
  const options = toArtifactOptions(words.options);
  const server = await listServer({ ...words, hasSecrets: false }, deps);
  const made = makeCatalog(server, options);
  const { catalog, origin, source } = made;
  const provenance = toProvenance(kind, { catalog, origin, source, options });
  const text = render(catalog, { name: options.name ?? catalog.server, provenance });
  const { stdout, stderr } = deps.io;
  if (output === undefined && !words.options.json) stdout.write(text);
  if (output !== undefined) {
    await writeArtifact(toAbsolutePath(output, deps.cwd), text, 0o644);
    if (!words.options.json) stderr.write(`Wrote ${what} to ${output}\n`);
  }
  if (words.options.json) {
    const shown = { ...(output === undefined ? { text } : { output }), artifact: provenance };
    stdout.write(toJsonText(shown));
  }
  return 0;
}

export function toArtifactOptions(options: ServerWords['options']): ArtifactOptions {
  const { name, description, includeTools, excludeTools } = options;
  const [included, excluded] = [includeTools.flat(), excludeTools.flat()];
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(included.length > 0 && { includeTools: included }),
    ...(excluded.length > 0 && { excludeTools: excluded }),
  };
}

type ProvenanceFacts = Pick<Provenance, 'origin' | 'source' | 'options'> & {
  readonly catalog: Catalog;
};

export function toProvenance(kind: ArtifactKind, facts: ProvenanceFacts): Provenance {
  const { catalog, origin, source, options } = facts;
  return {
    format: 1,
    kind,
    version: VERSION,
    server: catalog.server,
    source,
    origin,
    options,
    tools: catalog.tools.map(({ name }) => name),
  };
}
