// What the user should know although mcpd can start: one line each, for the log.
import type { Account } from '../../app/mcpd/password-check.ts';
import { isBcryptHash } from '../../app/mcpd/password-check.ts';
import { MCPD_FLAG_ROWS, type McpdFlagName, type McpdOptions } from './flags.ts';
import { DEFAULT_USERNAME } from './load-settings.ts';
import type { ReadOptions } from './read-options.ts';

export function listNotices(read: ReadOptions, account: Account | undefined): readonly string[] {
  return [...flagNotices(read), ...(account ? accountNotices(read, account) : [])];
}

function* flagNotices({ options, asArgument, given }: ReadOptions): Iterable<string> {
  for (const [name, { later, safer }] of MCPD_FLAG_ROWS) {
    if (later !== undefined && given.has(name) && !isSwitchedOff(name, options)) {
      yield `--${name} is accepted but not supported yet: ${later}`;
    }
    if (safer !== undefined && asArgument.has(name)) {
      yield `--${name} can be read by every user of this machine: use ${safer}`;
    }
  }
}

function* accountNotices({ options, given }: ReadOptions, account: Account): Iterable<string> {
  if (given.has('http-auth-password-file') && given.has('http-auth-password-sha512')) {
    yield 'The password file is used, --http-auth-password-sha512 is not';
  }
  if (options.httpAuthUsername === '') {
    yield `A password is set but no username, so the username is '${DEFAULT_USERNAME}'`;
  }
  if (!isBcryptHash(account.passwordHash)) {
    yield 'The password is not a bcrypt hash, so no login can succeed';
  }
}

/** A variable may say `false`, and then there is nothing to announce. */
function isSwitchedOff(name: McpdFlagName, options: McpdOptions): boolean {
  const switches: Partial<Record<McpdFlagName, boolean>> = {
    'http-auth-captcha': options.httpAuthCaptcha,
    'http-auth-captcha-case-sensitive': options.httpAuthCaptchaCaseSensitive,
    'www-ui-enable': options.wwwUiEnable,
  };
  return switches[name] === false;
}
