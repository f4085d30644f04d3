// Takes the secrets we know out of what is shown to who asked for the whole story.
import type { Environment } from '../platform/env.ts';
import type { OpenServers } from '../app/servers/open-servers.ts';
import { looksSecret } from '../app/codegen/withheld.ts';
import type { ServerDefinition, TransportDefinition } from '../config/server-definition.ts';

export interface KnownSecrets {
  hide(text: string): string;
  /** The same, remembering what the servers it opens are given. */
  listeningTo(openServers: OpenServers): OpenServers;
}

const HIDDEN = '***';
/** What is shorter stands in many a text by chance. */
const MIN_CHARACTERS = 4;

/** How tokens are written that no entry told us: by a login, or by a server that repeats them. */
const WRITTEN_TOKENS = [
  /\b(bearer|basic)\s+[\w.~+/=-]{4,}/giu,
  /((?:access|refresh|id)_token|client_secret|code_verifier|assertion)["']?\s*[:=]\s*["']?[^"'&\s,}]+/giu,
  /([?&]code)=[^&\s"']+/gu,
] as const;

/** Those of the caller's environment are known from the start. */
export function knownSecrets(env: Environment): KnownSecrets {
  const known = new Set<string>();
  const note = (value: string) => {
    const text = value.trim();
    if (text.length >= MIN_CHARACTERS) known.add(text);
  };
  for (const [name, value = ''] of Object.entries(env)) {
    if (looksSecret(name, value)) note(value);
  }
  const noteAll = (definition: ServerDefinition) => secretsOf(definition).forEach(note);
  return {
    hide: (text) => {
      // The longest first: one may be a part of another.
      const values = [...known].toSorted((a, b) => b.length - a.length);
      const clean = values.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
      return WRITTEN_TOKENS.reduce(
        (rest, pattern) => rest.replaceAll(pattern, `$1 ${HIDDEN}`),
        clean,
      );
    },
    listeningTo: (openServers) => async (options) => {
      const servers = await openServers(options);
      return {
        config: servers.config,
        names: servers.names,
        resolve: async (name) => {
          const definition = await servers.resolve(name);
          noteAll(definition);
          return definition;
        },
        open: async (name, request) => {
          const opened = await servers.open(name, request);
          noteAll(opened.definition);
          return opened;
        },
        openAdHoc: (definition, request) => {
          noteAll(definition);
          return servers.openAdHoc(definition, request);
        },
        [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
      };
    },
  };
}

function secretsOf({ transport, auth }: ServerDefinition): readonly string[] {
  return [...secretsOfTransport(transport), ...(auth?.clientSecret ? [auth.clientSecret] : [])];
}

function secretsOfTransport(transport: TransportDefinition): readonly string[] {
  if (transport.kind === 'local') return Object.values(transport.env);
  if (transport.kind === 'stdio') {
    return [...Object.values(transport.env), ...secretWords(transport.args)];
  }
  const { username, password, searchParams } = new URL(transport.url);
  const values = Object.values(transport.headers);
  // A scheme and what it is good for: each may be repeated alone.
  const bare = values.map((value) => value.replace(/^\S+\s+/u, ''));
  return [...values, ...bare, username, password, ...searchParams.values()];
}

/** `--token X` and `--token=X`. */
function secretWords(args: readonly string[]): readonly string[] {
  return args.flatMap((word, at) => {
    const [, name = args[at - 1] ?? '', value = word] = /^(-{0,2}[\w.-]+)=(.*)$/su.exec(word) ?? [];
    return looksSecret(name, value) && !value.startsWith('-') ? [value] : [];
  });
}
