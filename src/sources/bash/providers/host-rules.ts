// Which hosts a provider may reach: lists of the user, and never an address inside the network.
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface HostRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly allowAll: boolean;
}

export interface HostCheck {
  readonly rules: HostRules;
  /** The project itself names the host in a resource; lists of denied hosts still count. */
  readonly isDeclared: boolean;
  /** The variable that would allow the host, for the hint. */
  readonly variable: string;
}

export interface Refusal {
  readonly said: string;
  readonly hint?: string;
}

/** Why a host of a URL may not be asked, before its name is looked up. */
export function refusedHost(host: string, check: HostCheck): Refusal | undefined {
  const { rules, isDeclared, variable } = check;
  const name = bareHost(host);
  if (isIP(name) !== 0 && !isPublicAddress(name)) return privateHost(host);
  if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)$/u.test(name)) return privateHost(host);
  if (rules.deny.some((row) => matches(row, name))) return { said: `Host ${host} is denied` };
  if (isDeclared || rules.allowAll || rules.allow.some((row) => matches(row, name))) {
    return undefined;
  }
  return {
    said: `Host ${host} is not in the list of allowed hosts`,
    hint: `Add it to ${variable}`,
  };
}

/** Why a host may not be asked, by where its name leads; one address inside is enough. */
export function refusedAddresses(host: string, addresses: readonly string[]): Refusal | undefined {
  return addresses.length > 0 && addresses.every(isPublicAddress) ? undefined : privateHost(host);
}

function privateHost(host: string): Refusal {
  return { said: `Host ${host} is private or local; such addresses are always refused` };
}

/** Lower case, without the brackets of IPv6 and the dot of a full name. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/\.$/u, '');
}

/** `example.com` is that host, `*.example.com` and `.example.com` every host below it. */
function matches(row: string, name: string): boolean {
  const wanted = bareHost(row);
  if (wanted === '*') return true;
  const suffix = wanted.startsWith('*.') ? wanted.slice(1) : wanted;
  return suffix.startsWith('.') ? name.endsWith(suffix) : name === suffix;
}
