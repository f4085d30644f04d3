// Answers what a server asks its caller while it works: from a flag, from a terminal, or with a no.
import type { InputRequest } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { withFormDefaults } from '../../core/form-defaults.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { asText } from '../as-text.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { canAsk, openPrompter, type Prompter } from '../prompter.ts';
import { askForm } from './ask-form.ts';

export interface Answering {
  /** Who asks. */
  readonly server: string;
  /** The content of `--elicit`, for every form. */
  readonly content?: JsonObject;
}

export async function answerQuestion(
  request: InputRequest,
  answering: Answering,
  deps: Deps,
): Promise<JsonObject> {
  const { method, params = {} } = request;
  // Folders of ours are none of a server's business unless its own command names them.
  if (method === 'roots/list') return { roots: [] };
  if (method !== 'elicitation/create') {
    throw new PlugboardError('not_supported', { source: 'This client', what: method });
  }
  const isForm = params['mode'] !== 'url';
  if (answering.content && isForm) {
    const content = fitting(answering.content, params);
    return withFormDefaults(request, { action: 'accept', content });
  }
  if (!canAsk(deps.io)) return { action: 'decline' };
  using prompter = openPrompter(deps);
  prompter.say(`${answering.server} asks: ${oneLine(asText(params['message'] ?? ''))}`);
  return await (isForm ? answerForm(params, prompter) : answerUrl(params, prompter, deps));
}

/** A server gets what it asked for and nothing else. */
function fitting(content: JsonObject, { requestedSchema }: JsonObject): JsonObject {
  const properties = isJsonObject(requestedSchema) ? requestedSchema['properties'] : undefined;
  if (!isJsonObject(properties)) return content;
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

async function answerForm(params: JsonObject, prompter: Prompter): Promise<JsonObject> {
  const wanted = await prompter.ask('Answer? [Y/n] ');
  if (wanted === undefined) return { action: 'cancel' };
  if (/^n/iu.test(wanted.trim())) return { action: 'decline' };
  const { requestedSchema } = params;
  const content = await askForm(isJsonObject(requestedSchema) ? requestedSchema : {}, prompter);
  return content ? { action: 'accept', content } : { action: 'cancel' };
}

/** Only the user decides to follow an address; its host is named, because texts can lie. */
async function answerUrl(
  { url }: JsonObject,
  prompter: Prompter,
  { env }: Deps,
): Promise<JsonObject> {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/u.test(address.protocol)) return { action: 'decline' };
  prompter.say(`  ${address.href}`);
  const wanted = await prompter.ask(`Open ${address.host} in the browser? [y/N] `);
  if (wanted === undefined) return { action: 'cancel' };
  if (!/^y/iu.test(wanted.trim())) return { action: 'decline' };
  const { openBrowser } = await import('../../platform/open-browser.ts');
  if (!(await openBrowser(address.href, env))) prompter.say('No browser found: open it yourself.');
  return { action: 'accept' };
}
