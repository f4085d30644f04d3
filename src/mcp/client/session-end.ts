// The end of a session on HTTP: how servers say it, and how we do.
import { PlugboardError } from '../../core/errors.ts';

const REASON = 'the session has ended';
/** The words of the SDK's servers for a session that they do not know, or know no more. */
const SAID = /session|not initialized/iu;

/** 404 is what the specification wants; many servers answer 400 after they were started again. */
export function isAboutSession(status: number, text: string): boolean {
  return status === 404 || (status === 400 && SAID.test(text));
}

export function sessionEnded(server: string): PlugboardError {
  return new PlugboardError('connection_refused', { server, reason: REASON });
}

/** A request refused for its session was not carried out. */
export function isSessionEnd(thrown: unknown): boolean {
  if (!(thrown instanceof PlugboardError) || thrown.code !== 'connection_refused') return false;
  return 'reason' in thrown.facts && thrown.facts.reason === REASON;
}
