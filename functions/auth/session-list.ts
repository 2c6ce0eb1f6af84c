/**
 * The sessions of one account: what opens, refreshes and ends them. Pure; times in ms since 1970.
 *
 * A refresh token is a secret that is replaced whenever it is used. The next one follows from it and from a number that
 * is kept with the session, so that whoever asks twice with the same one (two tabs, or an answer that was lost) gets the
 * same, and the table alone tells nobody any.
 */
import { DAY_MS } from '../../shared/plain/time.ts';
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** One signed-in browser or program. */
export interface SessionRecord {
  readonly id: string;
  readonly created_ms: number;
  readonly used_ms: number;
  /** In a person's words: `Firefox on Windows`. */
  readonly device: string;
  /** SHA-256 of the secret that is good now. */
  readonly hash: string;
  /** Of the one before it, which was replaced at `used_ms`. */
  readonly previous_hash?: string;
  /** Of what the one before it became the present one. */
  readonly nonce?: string;
}

/** Whoever is suspended reads, and writes nothing. */
export interface SuspendedUntil {
  /** `null`: for good. */
  readonly until_ms: number | null;
  readonly reason: string;
}

export interface SessionList {
  /** Grows with every change; 0 where nothing was ever kept. */
  readonly version: number;
  /** Grows when all sessions end at once: a log-in that began before is refused. */
  readonly generation: number;
  readonly sessions: readonly SessionRecord[];
  readonly suspended?: SuspendedUntil | undefined;
}

/** A session ends when it was not used for so long. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** A secret that was replaced is taken for so long after: two tabs may refresh at once, and answers get lost. */
export const GRACE_MS = 30_000;
/** Who signs in once more is signed out where they were least lately. */
export const MAX_SESSIONS = 20;

export const NO_SESSIONS: SessionList = { version: 0, generation: 0, sessions: [] };

/** The sessions that have not ended by themselves. */
export const alive = ({ sessions }: SessionList, nowMs: number): readonly SessionRecord[] =>
  sessions.filter(({ used_ms }) => used_ms + SESSION_LIFE_MS > nowMs);

/** The suspension that holds now. */
export const suspensionOf = ({ suspended }: SessionList, nowMs: number): SuspendedUntil | undefined =>
  suspended && (suspended.until_ms === null || suspended.until_ms > nowMs) ? suspended : undefined;

/** With one more session, of which only its holder learns the secret. */
export function opened(
  list: SessionList,
  { id, device }: Pick<SessionRecord, 'id' | 'device'>,
  nowMs: number,
): { readonly list: SessionList; readonly secret: string } {
  const secret = randomBytes(32).toString('base64url');
  const session = { id, device, created_ms: nowMs, used_ms: nowMs, hash: hashed(secret) };
  const latest = [...alive(list, nowMs)].toSorted((a, b) => b.used_ms - a.used_ms);
  return { list: { ...list, sessions: [session, ...latest.slice(0, MAX_SESSIONS - 1)] }, secret };
}

/**
 * What presenting a secret leads to: the next one. A secret that was replaced too long ago is in somebody else's hands as
 * well; nobody can tell in whose it belongs, and the session ends.
 */
export type Refresh =
  | { readonly kind: 'refreshed'; readonly list: SessionList; readonly secret: string }
  | { readonly kind: 'repeated'; readonly secret: string }
  | { readonly kind: 'reused'; readonly list: SessionList }
  | { readonly kind: 'ended' };

export function refreshed(list: SessionList, id: string, secret: string, nowMs: number): Refresh {
  const session = alive(list, nowMs).find((other) => other.id === id);
  if (!session) return { kind: 'ended' };
  const hash = hashed(secret);
  if (session.hash === hash) {
    const nonce = randomBytes(32).toString('base64url');
    const next = following(secret, nonce);
    const now = { ...session, used_ms: nowMs, hash: hashed(next), previous_hash: hash, nonce };
    return { kind: 'refreshed', list: replaced(list, now), secret: next };
  }
  const { previous_hash, nonce = '', used_ms } = session;
  if (previous_hash === hash && nowMs - used_ms <= GRACE_MS)
    return { kind: 'repeated', secret: following(secret, nonce) };
  return { kind: 'reused', list: ended(list, id) };
}

/** Without the session that this secret is of: the one that is good now, or the one before it. */
export const endedBy = (list: SessionList, id: string, secret: string): SessionList => {
  const hash = hashed(secret);
  const isHolder = ({ hash: now, previous_hash }: SessionRecord) => now === hash || previous_hash === hash;
  return list.sessions.some((session) => session.id === id && isHolder(session)) ? ended(list, id) : list;
};

export const ended = (list: SessionList, id: string): SessionList => ({
  ...list,
  sessions: list.sessions.filter((session) => session.id !== id),
});

/** Without any session, but for one that stays. */
export const allEnded = (list: SessionList, kept?: string): SessionList => ({
  ...list,
  generation: list.generation + 1,
  sessions: list.sessions.filter(({ id }) => id === kept),
});

const replaced = (list: SessionList, session: SessionRecord): SessionList => ({
  ...list,
  sessions: list.sessions.map((other) => (other.id === session.id ? session : other)),
});

const hashed = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const following = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url');
