import type { PassKind } from '#shared/people/passes.ts';
import { derivedKey, isSameMac, keysIn, macOf } from '#functions/base/mac.ts';

/** The content of a pass. */
export interface Claims {
  readonly kind: PassKind;
  /** Of the channel or video that it is for. */
  readonly id: string;
  /** A pseudonym of the viewer. */
  readonly viewer: string;
  /** Since 1970. */
  readonly expiresS: number;
  /** A pseudonym of the person, or of the network; empty in passes of an earlier version. */
  readonly owner: string;
}

export type PassSigner = ReturnType<typeof passSigner>;

const PSEUDONYM_BYTES = 6;

/**
 * Signs passes: claims and their HMAC-SHA256, separated by dots. The algorithm is fixed. `secrets` are joined by a comma:
 * the first signs, all verify.
 */
export function passSigner(secrets: string) {
  const known = keysIn(secrets);
  const signing = known.map((secret) => derivedKey(secret, 'fanfare pass'));
  const naming = derivedKey(known[0], 'fanfare viewer');
  return {
    sign: ({ kind, id, viewer, expiresS, owner }: Claims): string => {
      const claimed = [kind, id, viewer, expiresS, owner].join('.');
      return `${claimed}.${macOf(signing[0]!, claimed).toString('base64url')}`;
    },
    /** `null` if we have not signed it, or it has expired. */
    read: (pass: string, nowMs: number): Claims | null => {
      const at = pass.lastIndexOf('.');
      const claimed = pass.slice(0, Math.max(at, 0));
      const mac = Buffer.from(pass.slice(at + 1), 'base64url');
      if (!signing.some((key) => isSameMac(macOf(key, claimed), mac))) return null;
      const [kind = '', id = '', viewer = '', expiresS = '', owner = ''] = claimed.split('.');
      const claims = { kind: kind as PassKind, id, viewer, expiresS: Number(expiresS), owner };
      return claims.expiresS * 1000 > nowMs ? claims : null;
    },
    /** Eight characters (48 bits, base64url), which do not reveal the visitor's marks. Marks contain no line break. */
    pseudonym: (marks: readonly string[]): string =>
      macOf(naming, marks.join('\n')).subarray(0, PSEUDONYM_BYTES).toString('base64url'),
  };
}

/** What a signed-in viewer's pseudonym is derived from, in addition to the subject. */
export const personMarks = (id: string): string[] => ['person', id];

/** Whether a channel's pass was issued to the person whose channel it is. */
export const isOwnersPass = (signer: PassSigner, { kind, id, viewer }: Claims): boolean =>
  kind === 'channel' && viewer === signer.pseudonym([kind, id, ...personMarks(id)]);
