// Puts values into a template: one pass, so that a value is never taken for a template itself.

const PLACEHOLDER = /\{\{([A-Za-z_]\w*)\}\}/gu;

/** Placeholders nobody gave a value for stay as they are. */
export function renderPrompt(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
