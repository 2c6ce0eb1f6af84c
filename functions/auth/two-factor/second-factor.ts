/**
 * The second factor of an account: what becomes of it when a code is entered. Pure but for chance; times in ms since 1970.
 */
import { HOUR_MS } from '../../../shared/plain/time.ts';
import { createHash, randomBytes } from 'node:crypto';

export interface SecondFactor {
  /** Grows with every change; 0 where there was none. */
  readonly version: number;
  /** What the authenticator app makes codes of, in base 32; empty where there is none. */
  readonly secret: string;
  /** False until the first code has proven that the app has the secret. */
  readonly isOn: boolean;
  /** Of the last code that was taken, see `totp.ts`: it counts no more, nor do earlier ones. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that are left. */
  readonly recoveryHashes: readonly string[];
  /** Wrong codes in a row. */
  readonly wrongCodes: number;
  /** Until then no code is looked at. */
  readonly closedUntilMs: number;
}

/** A code as somebody has entered it. */
export interface EnteredCode {
  readonly text: string;
  /** Where it is one that the app shows about now: the step that it is of. */
  readonly step: number | null;
}

export type Use =
  | { readonly kind: 'good' | 'wrong'; readonly next: SecondFactor }
  /** It is right, and was used before: no guess, so that it costs no wait. */
  | { readonly kind: 'used' };

const RECOVERY_CODES = 10;
/** So many may be mistyped; each further one costs twice the wait of the one before. */
const FREE_CODES = 5;
const FIRST_WAIT_MS = 30_000;
/** Whoever has the password and guesses on and on is right once in a century or so. */
const MAX_WAIT_MS = 6 * HOUR_MS;

export const NO_SECOND_FACTOR: SecondFactor = {
  version: 0,
  secret: '',
  isOn: false,
  lastStep: 0,
  recoveryHashes: [],
  wrongCodes: 0,
  closedUntilMs: 0,
};

/** With a secret that is yet to be proven. */
export const begun = (known: SecondFactor, secret: string): SecondFactor => ({
  ...turnedOff(known),
  secret,
});

export const turnedOff = ({ version }: SecondFactor): SecondFactor => ({ ...NO_SECOND_FACTOR, version });

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Turned on, with these recovery codes and no others. */
export const withRecoveryCodes = (known: SecondFactor, codes: readonly string[]): SecondFactor => ({
  ...known,
  isOn: true,
  recoveryHashes: codes.map(hashOf),
});

/** What entering a code leads to. A recovery code counts once the factor is on. */
export function used(known: SecondFactor, { text, step }: EnteredCode, nowMs: number): Use {
  const passed = { ...known, wrongCodes: 0, closedUntilMs: 0 };
  if (step !== null)
    return step > known.lastStep ? { kind: 'good', next: { ...passed, lastStep: step } } : { kind: 'used' };
  const hash = hashOf(text);
  const recoveryHashes = known.recoveryHashes.filter((other) => other !== hash);
  if (recoveryHashes.length < known.recoveryHashes.length)
    return { kind: 'good', next: { ...passed, recoveryHashes } };
  const wrongCodes = known.wrongCodes + 1;
  return { kind: 'wrong', next: { ...known, wrongCodes, closedUntilMs: nowMs + waitMs(wrongCodes) } };
}

const waitMs = (wrongCodes: number): number =>
  wrongCodes < FREE_CODES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (wrongCodes - FREE_CODES), MAX_WAIT_MS);

/** 32 signs that nobody takes for others (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fifty bits of chance, as `5HX2K-9QWZM`. */
function newRecoveryCode(): string {
  const code = [...randomBytes(10)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Of a recovery code, however it was typed. */
const hashOf = (code: string): string => createHash('sha256').update(asTyped(code)).digest('base64url');

const asTyped = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
