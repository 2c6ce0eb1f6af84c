/**
 * Codes of authenticator apps: TOTP (RFC 6238) of SHA-1, six digits and 30 s, which is what all apps know. Those are
 * numbered by `step`, their half minute since 1970. The library is loaded by the first that needs it.
 */

const PERIOD_S = 30;
/** A clock may be off by half a minute. */
const WINDOW = 1;
/** As RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;

const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_S };

/** In base 32, as apps take it. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What apps read from a QR code; they call it by our name and `label`. */
export async function addressOf(secret: string, label: string): Promise<string> {
  const { TOTP } = await import('otpauth');
  return new TOTP({ ...settings, issuer: 'Fanfare', label, secret }).toString();
}

/** The step that a code is of; `null` where it is of none about now. */
export async function stepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (secret === '' || !/^\d{6}$/.test(token)) return null;
  const { TOTP } = await import('otpauth');
  const delta = new TOTP({ ...settings, secret }).validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
}
