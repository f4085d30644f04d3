// Carries the questions of a running script to the client and the answers back, through two files.
import { existsSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import type { CallContext, Caller } from '../../../core/call-context.ts';
import { toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { CallClock } from './call-clock.ts';
import type { CallFolder } from './call-folder.ts';

export function canBeAsked({ capabilities }: Caller): boolean {
  return capabilities['elicitation'] !== undefined;
}

interface Asked {
  readonly folder: CallFolder;
  readonly clock: CallClock;
}

/** Looks for a question; one that replaces an open one makes that one's answer void. */
export function questions({ folder, clock }: Asked, ctx: CallContext): () => void {
  const file = folder.file('elicit-request');
  let open: JsonObject | undefined;
  const answer = async (question: JsonObject) => {
    clock.hold();
    const said = await ask(question, ctx);
    if (open !== question) return;
    open = undefined;
    clock.release();
    if (said) writeAnswer(folder, { ...idOf(question), ...said });
  };
  return () => {
    if (!existsSync(file)) return;
    const question = takeQuestion(file);
    if (!question) return;
    open = question;
    void answer(question);
  };
}

function takeQuestion(file: string): JsonObject | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    unlinkSync(file);
    const question = JSON.parse(text) as JsonValue;
    return isJsonObject(question) ? question : undefined;
  } catch {
    // Withdrawn between two looks, or nothing we could ask.
    return undefined;
  }
}

function idOf({ id }: JsonObject): JsonObject {
  return id === undefined ? {} : { id };
}

/** Nothing comes back of a call that was cancelled. */
async function ask(question: JsonObject, ctx: CallContext): Promise<JsonObject | undefined> {
  const params = toParams(question, ctx.caller);
  if (!params) return { action: 'decline', content: null };
  try {
    const { action, content = null } = await ctx.elicit(params);
    return { action, content: content as JsonValue };
  } catch (thrown) {
    const { code } = toPlugboardError(thrown);
    if (code === 'cancelled') return undefined;
    return { action: code === 'not_supported' ? 'decline' : 'error', content: null };
  }
}

/** A mode the client does not know is not asked. */
function toParams(question: JsonObject, { capabilities }: Caller): JsonObject | undefined {
  const { message = '', schema = {}, url = '', mode = 'form', id = '' } = question;
  if (mode === 'url') return { mode, message, url, elicitationId: toText(id) };
  const modes = capabilities['elicitation'];
  const isFormKnown = !isJsonObject(modes) || modes['url'] === undefined || 'form' in modes;
  return mode === 'form' && isFormKnown ? { mode, message, requestedSchema: schema } : undefined;
}

function toText(id: JsonValue): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}

function writeAnswer(folder: CallFolder, answer: JsonObject): void {
  const file = folder.file('elicit-response');
  try {
    writeFileSync(`${file}.draft`, JSON.stringify(answer), { mode: 0o600 });
    renameSync(`${file}.draft`, file);
  } catch {
    // The call is over and its folder gone.
  }
}
