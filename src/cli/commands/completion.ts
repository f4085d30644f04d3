// `plugboard completion`: prints what makes a shell complete servers, tools and arguments.
import { completeWords, SHELLS, type LoadCommands } from '../client/complete-words.ts';
import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const completionFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
} as const satisfies FlagTable;

/** What a script asks for at each press of the key. */
const WORDS = 'words';

/** Completes the words of these commands. */
export function completionFor(commands: LoadCommands): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    operands: [
      { name: 'shell', doc: `One of ${SHELLS.join(', ')}.` },
      { name: 'word', doc: 'For the scripts themselves.', repeats: true, optional: true },
    ],
    flags: completionFlags,
    examples: [
      'source <(plugboard completion bash)',
      'plugboard completion zsh > ~/.zfunc/_plugboard',
      'plugboard completion fish > ~/.config/fish/completions/plugboard.fish',
    ],
    run: async ({ options, operands }, deps) => {
      const [shell = '', ...words] = operands;
      const answer =
        shell === WORDS
          ? { words: await completeWords(words, commands, deps) }
          : { shell, script: scriptFor(shell, deps) };
      const text =
        'words' in answer ? answer.words.map((word) => `${word}\n`).join('') : answer.script;
      deps.io.stdout.write(options.json ? toJsonText(answer) : text);
      return 0;
    },
  });
}

function scriptFor(shell: string, { program = 'plugboard' }: Deps): string {
  const known = SHELLS.find((name) => name === shell);
  if (known) return SCRIPTS[known](program);
  throw unreadable(`expected one of ${SHELLS.join(', ')}, got '${shell}'`);
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (program: string) => string>> = {
  bash: (program) => `# ${program} completion for bash
_${program}_completion() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(${program} completion ${WORDS} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ \${COMPREPLY[0]} == *[.=] ]] && compopt -o nospace
  return 0
}
complete -o default -F _${program}_completion ${program}
`,
  zsh: (program) => `#compdef ${program}
_${program}() {
  local -a found
  found=("\${(@f)$(${program} completion ${WORDS} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then
    if [[ "$found[1]" == *[.=] ]]; then compadd -S '' -- "\${found[@]}"; else compadd -- "\${found[@]}"; fi
  else
    _files
  fi
}
compdef _${program} ${program}
`,
  fish: (program) => `# ${program} completion for fish
complete -c ${program} -f -a '(${program} completion ${WORDS} -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};
