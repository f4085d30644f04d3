// Asks the user for a value a configuration leaves open, as `${input:key}`.
import type { InputQuestion } from '../../config/lookup-values.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { openPrompter } from '../prompter.ts';
import { unreadable } from '../unreadable.ts';

export async function askInput(question: InputQuestion, deps: Deps): Promise<string> {
  const { id, server, description, isSecret, choices, preset } = question;
  using prompter = openPrompter(deps);
  const about = oneLine(description ?? id);
  const offered = choices === undefined ? '' : ` [${choices.map(oneLine).join('/')}]`;
  const fallback = preset === undefined ? '' : ` (default: ${oneLine(preset)})`;
  for (;;) {
    const answer = await prompter.ask(`${server}: ${about}${offered}${fallback}: `, { isSecret });
    if (answer === undefined) {
      throw unreadable(`the input ended before '${id}' of ${server} was given`);
    }
    const value = answer === '' && preset !== undefined ? preset : answer;
    if (choices === undefined || choices.includes(value)) return value;
    prompter.say(`Please enter one of: ${choices.map(oneLine).join(', ')}`);
  }
}
