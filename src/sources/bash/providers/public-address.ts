// Tells addresses of the public network from those that may lead inside: the guard against SSRF.
import { BlockList, isIP } from 'node:net';

/** Ranges that are private, local, reserved, or hide another address in themselves. */
const NOT_PUBLIC = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['5f00::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
} as const;

type Family = keyof typeof NOT_PUBLIC;

/** One list for each family: a joint one would take every IPv4 address for a mapped one. */
const lists = new Map<Family, BlockList>();

function listOf(family: Family): BlockList {
  const known = lists.get(family);
  if (known) return known;
  const list = new BlockList();
  for (const [network, prefix] of NOT_PUBLIC[family]) list.addSubnet(network, prefix, family);
  lists.set(family, list);
  return list;
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !listOf(family).check(address, family);
}
