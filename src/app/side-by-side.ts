// Several sources as one, each under its own name.
import type { SourceInfo, ToolSource } from '../core/tool-source.ts';
import { VERSION } from '../core/version.ts';
import { merged } from '../core/wrappers/merged.ts';
import { namespaced } from '../core/wrappers/namespaced.ts';
import { wrapped } from '../core/wrappers/wrapped.ts';
import { checked } from './ready-to-serve.ts';

const INFO: SourceInfo = { name: 'plugboard', version: VERSION };

/** `linear__create_issue`: the same tool name in two sources is no clash. */
export function sideBySide(sources: readonly ToolSource[]): ToolSource {
  const names = uniqueNames(sources.map((source) => source.id));
  const named = sources.map((source, at) => {
    const id = names[at] ?? source.id;
    // What clashes is told by the name its tools are known by, not by one that two sources share.
    return wrapped(namespaced(checked(source), `${id}__`), { id });
  });
  return merged('plugboard', named, INFO);
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
