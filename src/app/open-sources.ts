// Opens what is to be served: one source as it is, several side by side under their names.
import type { SourceInfo, ToolSource } from '../core/tool-source.ts';
import { VERSION } from '../core/version.ts';
import { merged } from '../core/wrappers/merged.ts';
import { namespaced } from '../core/wrappers/namespaced.ts';
import { openSource, type OpenOptions } from './open-source.ts';

const INFO: SourceInfo = { name: 'plugboard', version: VERSION };

/** Fails if any of them cannot be opened; what was opened before is closed again. */
export async function openSources(
  texts: readonly string[],
  options: OpenOptions,
): Promise<ToolSource> {
  const opened = await Promise.allSettled(texts.map((text) => openSource(text, options)));
  const sources = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = opened.find((one) => one.status === 'rejected');
  if (failure) {
    await Promise.allSettled(sources.map((source) => source[Symbol.asyncDispose]()));
    throw failure.reason;
  }
  const [only, ...others] = sources;
  return only && others.length === 0 ? only : sideBySide(sources);
}

/** `linear__create_issue`: the same tool name in two sources is no clash. */
function sideBySide(sources: readonly ToolSource[]): ToolSource {
  const prefixes = uniqueNames(sources.map((source) => source.id));
  return merged(
    'plugboard',
    sources.map((source, at) => namespaced(source, `${prefixes[at]}__`)),
    INFO,
  );
}

/** Two directories of the same name become `tools` and `tools_2`. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}
