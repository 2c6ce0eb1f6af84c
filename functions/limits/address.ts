import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A /64, the size of one line or machine (RFC 6177). */
const NETWORK_GROUPS = 4;

/**
 * A whole IPv4 address, or the /64 network of an IPv6 one, whose owner may use any of its addresses. Unknown addresses
 * count as one.
 */
export function ownerOfAddress(address = 'unknown'): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  // Avoids 3 ms at start, in which Node compiles its IPv6 pattern.
  if (mapped || !address.includes(':') || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** In shortest form; the last two may be written as IPv4. */
const groupsOf = (text: string): string[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));
