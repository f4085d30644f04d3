// Reads the values out of a URI that a client made from a template (RFC 6570).
import { UriTemplateMatcher } from 'uri-template-matcher';

export type TemplateValues = Readonly<Record<string, string | readonly string[]>>;

/** Longer addresses, and templates with more open ends, would take for ever to match. */
const MAX_URI_LENGTH = 2_048;
const MAX_OPEN_ENDS = 2;

const matchers = new Map<string, UriTemplateMatcher | undefined>();

/** Values come as they stand in the URI: scripts know better than we what their percent signs mean. */
export function matchTemplate(template: string, uri: string): TemplateValues | undefined {
  if (uri.length > MAX_URI_LENGTH) return undefined;
  if (!matchers.has(template)) matchers.set(template, toMatcher(template));
  return matchers.get(template)?.match(shielded(uri))?.params ?? undefined;
}

/** The library decodes what it finds; this way it finds what was there. */
function shielded(text: string): string {
  return text.replaceAll('%', '%25');
}

function toMatcher(template: string): UriTemplateMatcher | undefined {
  if ((template.match(/\{[+#]|\*\}/gu) ?? []).length > MAX_OPEN_ENDS) return undefined;
  const matcher = new UriTemplateMatcher();
  try {
    matcher.add(shielded(template));
    return matcher;
  } catch {
    // `validate` says what is wrong with it; here it matches nothing.
    return undefined;
  }
}
