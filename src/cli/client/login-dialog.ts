// Sends the user to a login: opens the browser, or shows the address and takes what is pasted.
import type { LoginDialog } from '../../app/auth/log-in-server.ts';
import type { Deps } from '../deps.ts';
import { isTerminal } from '../io.ts';
import { openPrompter, type Prompter } from '../prompter.ts';

export interface DialogOptions {
  readonly server: string;
  readonly isBrowserWanted: boolean;
  readonly asJson: boolean;
}

export interface OpenDialog extends LoginDialog, Disposable {}

const PASTE = 'Paste the address the browser ends at, or the code: ';

export function openLoginDialog(options: DialogOptions, deps: Deps): OpenDialog {
  const { server, isBrowserWanted, asJson } = options;
  const { io, env } = deps;
  let prompter: Prompter | undefined;
  let isAsking = false;
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  const pasted = async (problem: string | undefined) => {
    prompter ??= openPrompter(deps);
    if (problem !== undefined) say(`That is not it: ${problem}`);
    isAsking = true;
    const text = await prompter.ask(asJson ? '' : PASTE);
    isAsking = false;
    return text;
  };
  // Without a browser of ours there may be one elsewhere; with one, a terminal can still help out.
  const canPaste = !isBrowserWanted || isTerminal(io.stdin);
  return {
    show: async (authorizationUrl, redirectUrl) => {
      if (asJson && !isBrowserWanted) {
        io.stdout.write(`${JSON.stringify({ authorizationUrl, redirectUrl })}\n`);
        return;
      }
      const { openBrowser } = await import('../../platform/open-browser.ts');
      const isOpened = isBrowserWanted && (await openBrowser(authorizationUrl, env));
      say(
        isOpened
          ? `Log in to ${server} in the browser. If none opens, visit`
          : `Log in to ${server} at`,
      );
      say(`  ${authorizationUrl}`);
    },
    ...(canPaste && { pasted }),
    [Symbol.dispose]: () => {
      // The browser came first: what follows stands on a line of its own.
      if (isAsking && !asJson) say('');
      prompter?.[Symbol.dispose]();
    },
  };
}
