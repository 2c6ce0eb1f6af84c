/** Which addresses a webhook may have. Its name is resolved and checked again for each request. Pure. */
import { isIP } from 'node:net';
import { isPublicAddress } from '#functions/base/public-address.ts';

/** Of public names none ends in these (RFC 6761, RFC 6762, RFC 8375; `internal` is reserved by ICANN). */
const PRIVATE_ENDINGS = ['localhost', 'local', 'internal', 'home.arpa'];

type Refusal =
  | 'not_a_webhook_address'
  | 'webhook_credentials'
  | 'webhook_not_https'
  | 'webhook_port'
  | 'webhook_private_address';

/** The broken rule; `null` for an allowed address. `allowsPrivate` also allows `http` and other ports: for development. */
export function addressRefusal(address: string, allowsPrivate: boolean): Refusal | null {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'not_a_webhook_address';
  if (url.username || url.password) return 'webhook_credentials';
  if (allowsPrivate) return null;
  if (url.protocol !== 'https:') return 'webhook_not_https';
  // The parser leaves out 443.
  if (url.port !== '' && url.port !== '8443') return 'webhook_port';
  return isPublicHost(url.hostname) ? null : 'webhook_private_address';
}

/** The parser has written numbers in any form as an IPv4 address. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_ENDINGS.some((ending) => `.${host}`.endsWith(`.${ending}`));
}
