/**
 * Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 s, which all apps support. `step` is the
 * number of half minutes since 1970. Loads the library lazily.
 */

const PERIOD_S = 30;
/** Clocks may differ by half a minute. */
const WINDOW = 1;
/** Recommended by RFC 4226 §4. */
const SECRET_BYTES = 20;

const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_S };

/** In base 32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL of the QR code, with the site's name and `label`. */
export async function addressOf(secret: string, label: string): Promise<string> {
  const { TOTP } = await import('otpauth');
  return new TOTP({ ...settings, issuer: 'Fanfare', label, secret }).toString();
}

/** The step of a code; `null` if it is not valid now. */
export async function stepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (secret === '' || !/^\d{6}$/.test(token)) return null;
  const { TOTP } = await import('otpauth');
  const delta = new TOTP({ ...settings, secret }).validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
}
