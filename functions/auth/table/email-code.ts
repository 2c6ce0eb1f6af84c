/** E-mail verification codes. Pure; times in ms since 1970. */
import { HOUR_MS } from '#shared/plain/time.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { isSameMac, macOf } from '#functions/base/mac.ts';
import { CODE_LIFE_MS } from '../account.ts';

/** The latest code of an account. */
export interface EmailCode {
  /** Grows with every change. */
  readonly version: number;
  /** The address that it was sent to and proves. */
  readonly email: string;
  readonly salt: string;
  /** HMAC of the digits. */
  readonly hash: string;
  readonly expiresMs: number;
  /** When codes were sent to the account, to any address. */
  readonly sentMs: readonly number[];
  /** Set once the code is entered and its address is the account's. */
  readonly afterEntry?: Entered;
}

interface Entered {
  /** The proven address that it replaced. */
  readonly replaced?: string | undefined;
  /** The identity provider and the former address are notified. */
  readonly isTold: boolean;
}

/** Per code. */
export const MAX_TRIES = 5;
/** Per account and window. */
const MAX_CODES = 5;
export const CODES_WINDOW_MS = HOUR_MS;

/** Returns the digits too, which only the mail contains; `null` after too many codes. */
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

/** The address waits for its proof. While it does, another code can be requested. */
export const isPending = ({ sentMs, afterEntry: isEntered }: EmailCode, nowMs: number): boolean =>
  !isEntered && Math.max(...sentMs) > nowMs - CODES_WINDOW_MS;

export const isCode = ({ salt, hash }: EmailCode, digits: string): boolean =>
  isSameMac(Buffer.from(hash, 'base64url'), hashOf(salt, digits));

export const entered = (code: EmailCode, how: Entered): EmailCode => ({
  ...code,
  version: code.version + 1,
  afterEntry: how,
});

const hashOf = (salt: string, digits: string): Buffer => macOf(salt, digits);
