/** The addresses of a profile's links: `https` alone, of a site that has a name. */
import type { ErrorReason } from './errors.ts';
import { invisibleTextProblem, withoutMarks } from './visible-text.ts';

type LinkReason = Extract<ErrorReason, `link_${string}` | 'invisible_characters'>;

/** As browsers write a host: the last part is no number, and names of other scripts are in Punycode. */
const NAMED_HOST = /^(?:[a-z\d_-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;
const IP_HOST = /^(?:\[.*\]|[\d.]+)$/;

/** Says what is wrong with an address; undefined for one that a profile may link to. */
export function linkProblem(address: string): LinkReason | undefined {
  // `URL` removes these, or encodes them.
  if (invisibleTextProblem(address) || withoutMarks(address) !== address) return 'invisible_characters';
  const url = parsed(address);
  if (!url) return 'link_malformed';
  if (url.protocol !== 'https:') return 'link_not_https';
  if (url.username || url.password) return 'link_credentials';
  if (IP_HOST.test(url.hostname)) return 'link_to_ip';
  return NAMED_HOST.test(url.hostname) ? undefined : 'link_malformed';
}

// `URL.canParse` is newer than the oldest browsers.
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
