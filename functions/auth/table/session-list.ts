/**
 * Opens, refreshes and ends the sessions of one account. Pure; times in ms since 1970. Each use replaces the refresh
 * token. The next one derives from it and from a nonce in the session, so that a repeated request (two tabs, or a lost
 * answer) gets the same token, and the table by itself reveals none.
 */
import type { Scope } from '#shared/plain/scopes.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A signed-in browser or program. */
interface SessionRecord {
  readonly id: string;
  readonly created_ms: number;
  readonly used_ms: number;
  /** Shown to people: `Firefox on Windows`. */
  readonly device: string;
  /** SHA-256 of the current secret. */
  readonly hash: string;
  /** Of the previous secret, replaced at `used_ms`. */
  readonly previous_hash?: string;
  /** Derives the current secret from the previous one. */
  readonly nonce?: string;
}

/** Kept with the account's sessions, so that whatever ends all of those ends access tokens too. */
export interface AccessTokenRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret. */
  readonly hash: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  /** Within `USE_NOTED_EVERY_MS`; missing before the first use. */
  readonly used_ms?: number;
}

/** Suspended people can read, but not write. */
export interface SuspendedUntil {
  /** `null`: permanent. */
  readonly until_ms: number | null;
  readonly reason: string;
}

export interface SessionList {
  /** Grows with every change; 0 for a new list. */
  readonly version: number;
  /** Grows when all sessions end at once: a log-in that began before is rejected. */
  readonly generation: number;
  readonly sessions: readonly SessionRecord[];
  /** Access tokens of programs. */
  readonly tokens?: readonly AccessTokenRecord[] | undefined;
  readonly suspended?: SuspendedUntil | undefined;
}

/** For how long a session token is accepted without reading its session. */
export const SESSION_TOKEN_LIFE_S = 15 * 60;
/** A session ends after this time without use. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** A replaced secret is accepted for this long, because tabs may refresh at once and answers get lost. */
export const GRACE_MS = 30_000;
/** One more log-in ends the session unused for longest. */
export const MAX_SESSIONS = 20;

export const NO_SESSIONS: SessionList = { version: 0, generation: 0, sessions: [] };

/** Without expired sessions. */
export const withoutExpired = ({ sessions }: SessionList, nowMs: number): readonly SessionRecord[] =>
  sessions.filter(({ used_ms }) => used_ms + SESSION_LIFE_MS > nowMs);

export const validTokens = (
  { tokens = [] }: Pick<SessionList, 'tokens'>,
  nowMs: number,
): readonly AccessTokenRecord[] => tokens.filter(({ expires_ms }) => expires_ms > nowMs);

export const suspensionOf = ({ suspended }: SessionList, nowMs: number): SuspendedUntil | undefined =>
  suspended && (suspended.until_ms === null || suspended.until_ms > nowMs) ? suspended : undefined;

/** Adds a session; only its holder gets the secret. */
export function withNewSession(
  list: SessionList,
  { id, device }: Pick<SessionRecord, 'id' | 'device'>,
  nowMs: number,
): { readonly list: SessionList; readonly secret: string } {
  const secret = newSecret();
  const session = { id, device, created_ms: nowMs, used_ms: nowMs, hash: hashed(secret) };
  const latest = [...withoutExpired(list, nowMs)].toSorted((a, b) => b.used_ms - a.used_ms);
  return { list: { ...list, sessions: [session, ...latest.slice(0, MAX_SESSIONS - 1)] }, secret };
}

/** The result of presenting a secret. A secret that was replaced too long ago may be stolen, so the session ends. */
export type Refresh =
  | { readonly kind: 'refreshed'; readonly list: SessionList; readonly secret: string }
  | { readonly kind: 'repeated'; readonly secret: string }
  | { readonly kind: 'reused'; readonly list: SessionList }
  | { readonly kind: 'ended' };

export function withRefreshed(list: SessionList, id: string, secret: string, nowMs: number): Refresh {
  const session = withoutExpired(list, nowMs).find((other) => other.id === id);
  if (!session) return { kind: 'ended' };
  const hash = hashed(secret);
  if (session.hash === hash) {
    const nonce = newSecret();
    const next = following(secret, nonce);
    const now = { ...session, used_ms: nowMs, hash: hashed(next), previous_hash: hash, nonce };
    return { kind: 'refreshed', list: replaced(list, now), secret: next };
  }
  const { previous_hash, nonce = '', used_ms } = session;
  if (previous_hash === hash && nowMs - used_ms <= GRACE_MS)
    return { kind: 'repeated', secret: following(secret, nonce) };
  return { kind: 'reused', list: withoutEnded(list, id) };
}

/** Removes the session of this secret, current or previous. */
export const endedBy = (list: SessionList, id: string, secret: string): SessionList => {
  const hash = hashed(secret);
  const isHolder = ({ hash: now, previous_hash }: SessionRecord) => now === hash || previous_hash === hash;
  return list.sessions.some((session) => session.id === id && isHolder(session))
    ? withoutEnded(list, id)
    : list;
};

export const withoutEnded = (list: SessionList, id: string): SessionList => ({
  ...list,
  sessions: list.sessions.filter((session) => session.id !== id),
});

/** Ends all sessions except `kept`, and all access tokens. */
export const allEnded = (list: SessionList, kept?: string): SessionList => ({
  ...list,
  generation: list.generation + 1,
  sessions: list.sessions.filter(({ id }) => id === kept),
  tokens: undefined,
});

const replaced = (list: SessionList, session: SessionRecord): SessionList => ({
  ...list,
  sessions: list.sessions.map((other) => (other.id === session.id ? session : other)),
});

/** Of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashed = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const following = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url');
