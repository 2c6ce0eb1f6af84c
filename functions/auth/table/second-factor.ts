/** The state of an account's second factor. Pure except for randomness; times in ms since 1970. */
import { HOUR_MS } from '#shared/plain/time.ts';
import { createHash, randomBytes } from 'node:crypto';

export interface SecondFactor {
  /** Grows with every change; 0 for none. */
  readonly version: number;
  /** The authenticator app's secret, in base 32; empty for none. */
  readonly secret: string;
  /** False until a first code proves that the app has the secret. */
  readonly isOn: boolean;
  /** Of the last accepted code, see `totp.ts`: it and earlier ones are no longer valid. */
  readonly lastStep: number;
  /** SHA-256 of the unused recovery codes. */
  readonly recoveryHashes: readonly string[];
  /** Wrong codes in a row. */
  readonly wrongCodes: number;
  /** Codes are rejected until then. */
  readonly closedUntilMs: number;
}

interface EnteredCode {
  readonly text: string;
  /** The step of a currently valid app code. */
  readonly step: number | null;
}

type Use =
  | { readonly kind: 'good' | 'wrong'; readonly next: SecondFactor }
  /** Valid but already used: counts as no guess. */
  | { readonly kind: 'used' };

const RECOVERY_CODES = 10;
/** Wrong codes without a wait; each further one doubles it. */
const FREE_CODES = 5;
const FIRST_WAIT_MS = 30_000;
/** An attacker with the password would need about a century of guesses. */
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

/** Sets a secret that is not proven yet. */
export const withNewSecret = (known: SecondFactor, secret: string): SecondFactor => ({
  ...turnedOff(known),
  secret,
});

export const turnedOff = ({ version }: SecondFactor): SecondFactor => ({ ...NO_SECOND_FACTOR, version });

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Turns it on with only these recovery codes. */
export const withRecoveryCodes = (known: SecondFactor, codes: readonly string[]): SecondFactor => ({
  ...known,
  isOn: true,
  recoveryHashes: codes.map(hashOf),
});

/** The result of entering a code. Recovery codes are accepted once the factor is on. */
export function enterCode(known: SecondFactor, { text, step }: EnteredCode, nowMs: number): Use {
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

/** Crockford's base 32: 32 unambiguous characters. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fifty random bits, as `5HX2K-9QWZM`. */
function newRecoveryCode(): string {
  const code = [...randomBytes(10)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Ignores how the code was typed. */
const hashOf = (code: string): string => createHash('sha256').update(asTyped(code)).digest('base64url');

const asTyped = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
