/** Keeps requests to addresses that people give away from internal networks. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

/** Networks that are not public (IANA IPv4 and IPv6 Special-Purpose Address Registries). */
const NOT_PUBLIC: readonly (readonly [net: string, prefix: number])[] = [
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
  ['224.0.0.0', 3],
];
/** All public IPv6 addresses; some networks inside embed IPv4 addresses. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
const WITH_IPV4_WITHIN = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of NOT_PUBLIC) closed.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of WITH_IPV4_WITHIN) closed.addSubnet(net, prefix, 'ipv6');
const open = new BlockList();
open.addSubnet(...GLOBAL_UNICAST, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/**
 * Resolves a host when connecting, which happens to the addresses that were checked. Fails with `PrivateAddressError` if any
 * of them is not public. Node does not call it for a host that is an address.
 */
export const publicLookup =
  (resolve = resolveAll, isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, done) => {
    const found = async (): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
      const [first, ...others] = await resolve(hostname);
      if (!first) throw new Error(`${hostname} has no address`);
      if (![first, ...others].every(({ address }) => isAllowed(address)))
        throw new PrivateAddressError(`${hostname} leads to an address that is not public`);
      return [first, ...others];
    };
    callbackify(found)((error: Error | null, all) => {
      if (error) return done(error, '', 0);
      if (options.all) return done(null, [...all]);
      return done(null, all[0].address, all[0].family);
    });
  };
