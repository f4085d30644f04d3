// Checks the one account's password against bcrypt(sha256hex) and bounds what guessing may cost.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isSameSecret } from '../../platform/is-same-secret.ts';

export interface Account {
  readonly username: string;
  /** bcrypt of the lower-case hex SHA-256 of the password. */
  readonly passwordHash: string;
}

/** `busy` means that too many logins are waiting and this one was not looked at. */
export type LoginOutcome = 'right' | 'wrong' | 'busy';

export type PasswordCheck = (
  user: string,
  password: string,
  isHashed: boolean,
) => Promise<LoginOutcome>;

const MAX_WAITING = 8;
const SHA256_HEX = /^[0-9a-f]{64}$/u;

export function passwordCheck(account: Account): PasswordCheck {
  const key = randomBytes(32);
  const toKeyed = (value: string): string => createHmac('sha256', key).update(value).digest('hex');
  /** What was right once is right at once from then on: a request per call need not cost a bcrypt. */
  let rightOnce: string | undefined;
  let waiting = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** One bcrypt at a time: it runs on the thread that serves everybody. */
  const inTurn = async (sha256: string): Promise<boolean> => {
    waiting += 1;
    const turn = lastTurn.then(() => isRightHash(sha256, account.passwordHash));
    lastTurn = turn;
    return turn.finally(() => (waiting -= 1));
  };

  return async (user, password, isHashed) => {
    const sha256 = isHashed ? password.toLowerCase() : toSha256(password);
    if (!SHA256_HEX.test(sha256)) return 'wrong';
    const isUser = isSameSecret(user, account.username);
    const keyed = toKeyed(sha256);
    if (rightOnce !== undefined && isSameSecret(keyed, rightOnce))
      return isUser ? 'right' : 'wrong';
    if (waiting >= MAX_WAITING) return 'busy';
    const isRight = await inTurn(sha256);
    if (isRight) rightOnce = keyed;
    return isRight && isUser ? 'right' : 'wrong';
  };
}

/** A wrong guess keeps its turn for as long again, so that guessing takes half the time at most. */
async function isRightHash(sha256: string, passwordHash: string): Promise<boolean> {
  const { default: bcrypt } = await import('bcryptjs');
  const startedMs = performance.now();
  const isRight = await bcrypt.compare(sha256, passwordHash).catch(() => false);
  if (!isRight) await pause(performance.now() - startedMs, undefined, { ref: false });
  return isRight;
}

/** Whether the text is a bcrypt hash at all; anything else lets nobody in. */
export function isBcryptHash(text: string): boolean {
  return /^\$2[aby]?\$\d\d\$[./A-Za-z0-9]{53}$/u.test(text);
}

function toSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
