/** IPv4 and IPv6 networks in the format of AWS WAF's sets (API reference, `IPSet`, `Addresses`). */
import { isIPv4, isIPv6 } from 'node:net';
import type { IpVersion } from '#infra/agreed/blocked-sets.ts';

export interface Network {
  readonly version: IpVersion;
  /** In canonical form (RFC 5952) with its prefix: `203.0.113.7/32`, `2001:db8:1:2::/64`. */
  readonly text: string;
}

/** Bits of an address, and the prefix length of a single address: an IPv6 line gets a /64 (RFC 6177). */
const SIZES = { IPV4: { bits: 32, alone: 32 }, IPV6: { bits: 128, alone: 64 } } as const;

/** Parses a network as written by a person. Throws an error with a message for the operator if AWS would reject it. */
export function networkOf(given: string): Network {
  const [address = '', prefix, ...rest] = given.split('/');
  const version = isIPv4(address) ? 'IPV4' : isIPv6(address) && !address.includes('%') ? 'IPV6' : undefined;
  const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix);
  if (!version || !isPrefix || rest.length > 0)
    throw new Error(`'${given}' is not an address or network such as 203.0.113.7 or 2001:db8:1:2::/64.`);
  const { bits, alone } = SIZES[version];
  const length = Number(prefix ?? alone);
  if (length < 1 || length > bits) throw new Error(`'${given}' needs a prefix from /1 to /${bits}.`);
  const value = version === 'IPV4' ? valueOfIPv4(address) : valueOfIPv6(address);
  const hostBits = BigInt(bits - length);
  const network = (value >> hostBits) << hostBits;
  const text = `${version === 'IPV4' ? ipv4Of(network) : ipv6Of(network)}/${length}`;
  if (prefix !== undefined && network !== value)
    throw new Error(`'${given}' has bits beyond its prefix; its network is ${text}.`);
  return { version, text };
}

const valueOfIPv4 = (address: string): bigint =>
  address.split('.').reduce((value, byte) => value * 256n + BigInt(byte), 0n);

function valueOfIPv6(address: string): bigint {
  // WHATWG URL, "host serializing": RFC 5952 without dotted quads.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string): string[] => text.split(':').filter(Boolean);
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

const ipv4Of = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

function ipv6Of(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((value >> BigInt(16 * (7 - at))) & 65_535n).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
