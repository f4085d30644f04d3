// Lists every member of a source once, so that a wrapper names only what it changes.
import type { ToolSource } from '../tool-source.ts';

export type Overrides = Partial<
  Pick<
    ToolSource,
    'id' | 'info' | 'checksArguments' | 'tools' | 'resources' | 'prompts' | 'completions'
  >
>;

/** The source with some members replaced; a group the source lacks stays absent. */
export function wrapped(source: ToolSource, overrides: Overrides): ToolSource {
  const resources = overrides.resources ?? source.resources;
  const prompts = overrides.prompts ?? source.prompts;
  const completions = overrides.completions ?? source.completions;
  const checksArguments = overrides.checksArguments ?? source.checksArguments;
  const { onChange } = source;
  return {
    id: overrides.id ?? source.id,
    get info() {
      return overrides.info ?? source.info;
    },
    ...(checksArguments !== undefined && { checksArguments }),
    tools: overrides.tools ?? source.tools,
    ...(resources && { resources }),
    ...(prompts && { prompts }),
    ...(completions && { completions }),
    ...(onChange && { onChange: onChange.bind(source) }),
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
