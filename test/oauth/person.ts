// Somebody at a browser: keeps cookies, follows redirects, fills in every form and agrees to everything.

const MAX_STEPS = 20;

export class Person {
  readonly #cookies = new Map<string, string>();

  /** The text of the page where it ends. */
  async visit(address: string): Promise<string> {
    let [url, form]: [string, URLSearchParams | undefined] = [address, undefined];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const answer = await this.#ask(url, form);
      const next = answer.headers.get('location');
      const text = await answer.text();
      if (next !== null) {
        [url, form] = [new URL(next, url).href, undefined];
        continue;
      }
      const found = formOf(text);
      if (!found) return text;
      [url, form] = [new URL(found.action, url).href, found.fields];
    }
    throw new Error(`no end after ${MAX_STEPS} pages`);
  }

  async #ask(url: string, form: URLSearchParams | undefined): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

function formOf(html: string) {
  const action = /<form[^>]*action="([^"]+)"/u.exec(html)?.[1];
  if (action === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input[^>]*>/gu)) {
    const name = /name="([^"]+)"/u.exec(tag)?.[1];
    if (name !== undefined) fields.set(name, /value="([^"]*)"/u.exec(tag)?.[1] ?? 'ann');
  }
  return { action: action.replaceAll('&amp;', '&'), fields };
}
