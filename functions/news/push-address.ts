/**
 * Restricts the endpoints that browsers may register, so that pushes reach known push services only, and never internal
 * addresses.
 */
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
