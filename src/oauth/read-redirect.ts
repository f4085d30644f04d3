// Reads what a person pastes after a login elsewhere: the whole address the browser ended at, or the code alone.

export interface PastedAnswer {
  readonly params?: URLSearchParams;
  /** Why the text is no answer. */
  readonly problem?: string;
}

export function readRedirect(text: string, state: string): PastedAnswer {
  const pasted = text.trim();
  if (pasted === '') return { problem: 'nothing was pasted' };
  const params = toParams(pasted);
  if (!params) return { params: new URLSearchParams({ code: pasted }) };
  if (!params.has('code') && !params.has('error')) return { problem: 'there is no code in it' };
  // An address tells which login it belongs to; a bare code cannot.
  if (params.get('state') !== state) return { problem: 'it belongs to another login' };
  return { params };
}

function toParams(pasted: string): URLSearchParams | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(pasted) && URL.canParse(pasted)) {
    return new URL(pasted).searchParams;
  }
  return /^\??(?:[\w.~-]+=[^&\s]*)(?:&[\w.~-]+=[^&\s]*)+$/u.test(pasted)
    ? new URLSearchParams(pasted)
    : undefined;
}
