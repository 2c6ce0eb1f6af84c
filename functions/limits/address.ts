import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A /64, which is what one line or one machine is given (RFC 6177). */
const NETWORK_GROUPS = 4;

/**
 * Whose an address is: an IPv4 address whole, of IPv6 the network of /64, whose owner may take any address of it. All whose
 * address nobody told are one.
 */
export function ownerOfAddress(address = 'unknown'): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  // Node compiles its pattern of IPv6 at the first call, which is 3 ms of a start.
  if (mapped || !address.includes(':') || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** Each as it is written shortest; the last two of an address may be written as IPv4 is. */
const groupsOf = (text: string): string[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));
