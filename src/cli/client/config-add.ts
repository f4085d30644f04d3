// Adds a server to a configuration file: from flags and words, or by asking.
import { sep } from 'node:path';
import { addServers } from '../../config/edit-config.ts';
import { splitCommand } from '../../config/split-command.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Deps } from '../deps.ts';
import { openPrompter, type Prompter } from '../prompter.ts';
import { unreadable } from '../unreadable.ts';
import type { Pair } from './client-flags.ts';

export const LIFECYCLES = ['ephemeral', 'keep-alive'] as const;
const TRANSPORTS = ['stdio', 'http'] as const;

export interface AddOptions {
  readonly file: string;
  readonly isReplacing: boolean;
  readonly url: string | undefined;
  readonly command: string | undefined;
  readonly arg: readonly string[];
  readonly env: readonly Pair[];
  readonly header: readonly Pair[];
  readonly description: string | undefined;
  readonly lifecycle: (typeof LIFECYCLES)[number] | undefined;
  readonly cwd: string | undefined;
  readonly allowHttp: boolean;
}

interface NewServer {
  readonly name: string;
  readonly entry: JsonObject;
}

/** The name of the server that was added. */
export async function addServer(
  words: readonly string[],
  options: AddOptions,
  deps: Deps,
): Promise<string> {
  const isAsked = words.length === 0 && options.url === undefined && options.command === undefined;
  const { name, entry } = isAsked ? await askServer(deps) : fromWords(words, options);
  const { file, isReplacing } = options;
  await addServers(file, [{ name, entry, isReplacing }]);
  return name;
}

function fromWords([name, ...target]: readonly string[], options: AddOptions): NewServer {
  if (name === undefined) throw notAServer('name the server');
  const { env, header, description, lifecycle, cwd, allowHttp } = options;
  const transport = transportOf(target, options);
  const isRemote = 'baseUrl' in transport;
  if (isRemote && env.length > 0) throw notAServer('--env is for a command');
  if (!isRemote && header.length > 0) throw notAServer('--header is for an address');
  return {
    name,
    entry: {
      ...(description !== undefined && { description }),
      ...transport,
      ...(env.length > 0 && { env: Object.fromEntries(env) }),
      ...(header.length > 0 && { headers: Object.fromEntries(header) }),
      ...(cwd !== undefined && { cwd }),
      ...(lifecycle !== undefined && { lifecycle }),
      ...(allowHttp && { allowHttp }),
    },
  };
}

/** An address, a command line in one word, or a command and its arguments. */
function transportOf(target: readonly string[], { url, command, arg }: AddOptions): JsonObject {
  const [first, ...rest] = target;
  const given = [url, command, first].filter((text) => text !== undefined);
  if (given.length > 1) throw notAServer('--url, --command and a command line exclude each other');
  const address = url ?? (first !== undefined && /^https?:\/\//u.test(first) ? first : undefined);
  if (address !== undefined) {
    if (!isAddress(address)) throw notAServer(`'${address}' is not an http:// or https:// URL`);
    return { baseUrl: address };
  }
  const words = rest.length > 0 && first !== undefined ? [first] : split(command ?? first ?? '');
  const [program, ...args] = [...words, ...rest, ...arg];
  if (program === undefined) throw notAServer('say how the server is reached');
  return { command: program, ...(args.length > 0 && { args }) };
}

/** What a placeholder stands for is not known yet. */
function isAddress(text: string): boolean {
  return text.includes('$') || (/^https?:\/\//iu.test(text) && URL.canParse(text));
}

function split(text: string): readonly string[] {
  return splitCommand(text, { hasBackslashPaths: sep === '\\' });
}

async function askServer(deps: Deps): Promise<NewServer> {
  using prompter = openPrompter(deps);
  const name = (await ask('Server name: ', prompter)).trim();
  if (name === '') {
    throw new PlugboardError('config_error', {
      file: '<stdin>',
      reason: 'Server name cannot be empty',
    });
  }
  const kind = await choose('Transport type [stdio/http]: ', TRANSPORTS, prompter);
  const transport = kind === 'http' ? await askHttp(prompter) : await askStdio(prompter);
  const about = await ask('Description (optional, press Enter to skip): ', prompter);
  const lifecycle = await choose(
    'Lifecycle [ephemeral/keep-alive] (default: ephemeral): ',
    LIFECYCLES,
    prompter,
  );
  const description = about.trim();
  return {
    name,
    entry: {
      ...(description !== '' && { description }),
      ...transport,
      ...(lifecycle === 'keep-alive' && { lifecycle }),
    },
  };
}

async function askHttp(prompter: Prompter): Promise<JsonObject> {
  for (;;) {
    const baseUrl = (await ask('Base URL: ', prompter)).trim();
    if (isAddress(baseUrl)) return { baseUrl };
    prompter.say('Please enter an address that begins with http:// or https://');
  }
}

async function askStdio(prompter: Prompter): Promise<JsonObject> {
  let command = '';
  while (command === '') command = (await ask('Command (e.g. npx): ', prompter)).trim();
  const words = split(await ask('Arguments (space-separated, or empty): ', prompter));
  return { command, ...(words.length > 0 && { args: [...words] }) };
}

async function ask(question: string, prompter: Prompter): Promise<string> {
  const answer = await prompter.ask(question);
  if (answer !== undefined) return answer;
  prompter.say('');
  throw notAServer('the input ended before the server was described');
}

/** Asks until it is one of the list; nothing typed means the default, where there is one. */
async function choose<const Choice extends string>(
  question: string,
  choices: readonly [Choice, ...Choice[]],
  prompter: Prompter,
): Promise<Choice> {
  for (;;) {
    const word = (await ask(question, prompter)).trim().toLowerCase();
    const chosen = choices.find((choice) => choice === word);
    if (chosen !== undefined) return chosen;
    if (word === '' && question.includes('default')) return choices[0];
    prompter.say(`Invalid choice. Please enter one of: ${choices.join(', ')}`);
  }
}

function notAServer(reason: string): PlugboardError {
  return unreadable(reason, {
    hint: 'For example `plugboard config add time -- npx -y some-server`',
  });
}
