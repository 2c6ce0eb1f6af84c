/**
 * Restricts the endpoints that browsers may register, so that pushes reach known push services only, and never internal
 * addresses.
 */
import { BlockList, isIP } from 'node:net';

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

/** The push services of Chrome and its relatives, Firefox, Edge on Windows, and Safari; a dot begins all names below. */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const;

/**
 * True for HTTPS on the default port of a known push service (RFC 8030 §8); its addresses are checked when connecting.
 * `alsoOrigins`: further origins, for tests, separated by commas.
 */
export function isPushAddress(address: string, alsoOrigins: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (alsoOrigins.split(',').includes(url.origin)) return true;
  const isKnown = SERVICES.some((service) =>
    service.startsWith('.') ? url.hostname.endsWith(service) : url.hostname === service,
  );
  return url.protocol === 'https:' && url.port === '' && isKnown;
}
