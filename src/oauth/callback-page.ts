// What the browser shows when a login is over.

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1rem;text-align:center}';

export interface CallbackPage {
  readonly title: string;
  readonly text: string;
}

export function renderCallbackPage({ title, text }: CallbackPage): string {
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style>`;
  const body = `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What is shown may come from the address, and that from anybody. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
