// Renders a template text in one go, as the tests of the engine need it.
import type { JsonObject } from '../../../src/core/json.ts';
import { parseTemplate } from '../../../src/sources/mci/template/parse-template.ts';
import { renderTemplate } from '../../../src/sources/mci/template/render-template.ts';

export interface Given {
  readonly props?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  /** Properties the input schema declares. */
  readonly declared?: readonly string[];
}

export function render(
  source: string,
  { props = {}, env = {}, declared = [] }: Given = {},
): string {
  return renderTemplate(parseTemplate(source), {
    props,
    env,
    declares: (keys) => declared.includes(keys.map(String).join('.')),
  });
}
