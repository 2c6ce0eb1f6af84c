import type { PassKind } from '../../shared/people/passes.ts';
import { derivedKey, isSameMac, keysIn, macOf } from '../base/mac.ts';

/** What a pass says. */
export interface Claims {
  readonly kind: PassKind;
  /** Of the one channel, or the one video, that it is for. */
  readonly id: string;
  /** Who watches: always the same for the same one, who cannot be told from it. */
  readonly viewer: string;
  /** Since 1970. */
  readonly expiresS: number;
}

export interface PassSigner {
  sign(claims: Claims): string;
  /** What a pass says; `null` where we have not signed it, or it has expired. */
  read(pass: string, nowMs: number): Claims | null;
  /** A pseudonym of eight characters (48 bits, base64url) for a visitor with these marks. It does not reveal the marks. */
  pseudonym(marks: readonly string[]): string;
}

const PSEUDONYM_BYTES = 6;

/**
 * Signs passes: what they say, and its HMAC-SHA256, parted by dots. There is no choice of algorithm in it that anybody
 * could make. `secrets`, newest first and joined by a comma, of which the first signs and each is believed.
 */
export function passSigner(secrets: string): PassSigner {
  const known = keysIn(secrets);
  const signing = known.map((secret) => derivedKey(secret, 'fanfare pass'));
  const naming = derivedKey(known[0], 'fanfare viewer');
  return {
    sign: ({ kind, id, viewer, expiresS }) => {
      const claimed = [kind, id, viewer, expiresS].join('.');
      return `${claimed}.${macOf(signing[0]!, claimed).toString('base64url')}`;
    },
    read: (pass, nowMs) => {
      const at = pass.lastIndexOf('.');
      const claimed = pass.slice(0, Math.max(at, 0));
      const mac = Buffer.from(pass.slice(at + 1), 'base64url');
      if (!signing.some((key) => isSameMac(macOf(key, claimed), mac))) return null;
      const [kind = '', id = '', viewer = '', expiresS = ''] = claimed.split('.');
      const claims = { kind: kind as PassKind, id, viewer, expiresS: Number(expiresS) };
      return claims.expiresS * 1000 > nowMs ? claims : null;
    },
    // Marks may hold any character but this one.
    pseudonym: (marks) => macOf(naming, marks.join('\n')).subarray(0, PSEUDONYM_BYTES).toString('base64url'),
  };
}
