/** Codes that prove an e-mail address to be somebody's. Pure; times in ms since 1970. */
import { HOUR_MS } from '../../../shared/plain/time.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { isSameMac, macOf } from '../../base/mac.ts';
import { CODE_LIFE_MS } from '../account.ts';

/** The code that an account was sent last. */
export interface EmailCode {
  /** Grows with every change. */
  readonly version: number;
  /** The address that it was sent to, and that it proves. */
  readonly email: string;
  readonly salt: string;
  /** HMAC of the digits. */
  readonly hash: string;
  readonly expiresMs: number;
  /** When the account was sent codes lately, to whatever address. */
  readonly sentMs: readonly number[];
  /** It was entered, and its address is the account's. */
  readonly entered?: Entered;
}

export interface Entered {
  /** The proven address that it took the place of. */
  readonly replaced?: string | undefined;
  /** Whoever has to know of the new address does. */
  readonly isTold: boolean;
}

/** Of one code. */
export const MAX_TRIES = 5;
/** Codes that one account is sent … */
const MAX_CODES = 5;
/** … in this time. */
export const CODES_WINDOW_MS = HOUR_MS;

/** A new code, with its digits, which only the mail has; `null` where there were too many lately. */
export function newCode(
  known: EmailCode | null,
  email: string,
  nowMs: number,
): { readonly code: EmailCode; readonly digits: string } | null {
  const lately = (known?.sentMs ?? []).filter((sentMs) => sentMs > nowMs - CODES_WINDOW_MS);
  if (lately.length >= MAX_CODES) return null;
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16).toString('base64url');
  const code = {
    version: (known?.version ?? 0) + 1,
    email,
    salt,
    hash: hashOf(salt, digits).toString('base64url'),
    expiresMs: nowMs + CODE_LIFE_MS,
    sentMs: [...lately, nowMs],
  };
  return { code, digits };
}

/** Whether its address waits to be proven; for as long a code can be asked for anew. */
export const isPending = ({ sentMs, entered: isEntered }: EmailCode, nowMs: number): boolean =>
  !isEntered && Math.max(...sentMs) > nowMs - CODES_WINDOW_MS;

export const isCode = ({ salt, hash }: EmailCode, digits: string): boolean =>
  isSameMac(Buffer.from(hash, 'base64url'), hashOf(salt, digits));

/** The same code, one step further. */
export const entered = (code: EmailCode, how: Entered): EmailCode => ({
  ...code,
  version: code.version + 1,
  entered: how,
});

const hashOf = (salt: string, digits: string): Buffer => macOf(salt, digits);
