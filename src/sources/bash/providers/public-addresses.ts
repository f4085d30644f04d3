// Where a host is, once it is sure that a provider may ask it and that it lies outside our network.
import { isIP } from 'node:net';
import { PlugboardError } from '../../../core/errors.ts';
import { bareHost, refusedAddresses, refusedHost, type HostCheck } from './host-rules.ts';
import { providerError } from './provider-error.ts';

export interface AddressCheck extends HostCheck {
  /** What is read, for the errors. */
  readonly uri: string;
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** The addresses to connect to, and to no others: the name may lead elsewhere a moment later. */
export async function publicAddresses(
  host: string,
  check: AddressCheck,
): Promise<readonly string[]> {
  const { uri, resolve } = check;
  const refused = refusedHost(host, check);
  if (refused) throw providerError({ status: 4, uri, ...refused });
  const name = bareHost(host);
  if (isIP(name) !== 0) return [name];
  const addresses = await resolve(name).catch((cause: unknown) => {
    const isOurs = cause instanceof PlugboardError;
    if (isOurs && cause.code === 'cancelled') throw cause;
    const said = isOurs ? cause.message : `Cannot find ${name}`;
    throw providerError({ status: 5, uri, said, cause });
  });
  const inside = refusedAddresses(name, addresses);
  if (inside) throw providerError({ status: 4, uri, ...inside });
  return addresses;
}
