import type { Session, SessionInfo } from '#shared/people/auth.ts';
import type { Caller } from '#functions/http/context.ts';
import {
  withoutExpired,
  allEnded,
  withoutEnded,
  endedBy,
  withNewSession,
  withRefreshed,
  type SessionList,
} from '../table/session-list.ts';
import { DomainError, sessionEnded } from '#functions/base/errors.ts';
import { logFailure } from '#functions/log/log.ts';
import { toUser, type Account } from '../account.ts';
import type { AuthDeps } from '../ports.ts';

export interface Device {
  /** Shown to people: `Firefox on Windows`. */
  readonly words: string;
  /** Its mark, if it has signed in before. */
  readonly mark: string | undefined;
  /** Of the session that its browser has; a log-in ends that session. */
  readonly refreshToken: string | undefined;
}

/** `refreshToken` gets the next token. No script may read it or the device's `mark`. */
export interface OpenSession {
  readonly session: Session;
  readonly refreshToken: string;
  /** Absent when unchanged. */
  readonly mark?: string;
}

/** Two ULIDs and a secret in base64url. */
const REFRESH_TOKEN = /^([\dA-Z]{26})\.([\dA-Z]{26})\.([\w-]{43})$/;

/** Several tabs, a log-in and a change of password may conflict. */
const ATTEMPTS = 8;
const MAX_PAUSE_MS = 50;

/**
 * Opens a session after the password check, instead of the browser's earlier one. `generation` was read before that
 * check: if all sessions ended meanwhile, the password may be the old one. Throws `invalid_credentials`.
 */
export async function openSession(
  ports: AuthDeps,
  account: Account,
  { words: device, mark, refreshToken: earlier }: Device,
  generation: number,
): Promise<OpenSession> {
  const { newId, clock, devices } = ports;
  const id = newId();
  const secret = await changeSessions(ports, account.id, (list) => {
    if (list.generation !== generation)
      throw new DomainError('invalid_credentials', 'password_just_changed', { field: 'password' });
    const { secret: answer, list: next } = withNewSession(list, { id, device }, clock());
    return { next, answer };
  });
  if (earlier !== undefined)
    await endSessionOf(ports, earlier).catch((error: unknown) => logFailure('sessions.earlier', error));
  return {
    ...handedOut(ports, account, id, secret),
    mark: devices.marked(mark, { id: account.id, generation }),
  };
}

/** Throws `unauthenticated` when the session has ended, also because a stolen token was used. */
export async function refreshSession(ports: AuthDeps, refreshToken: string): Promise<OpenSession> {
  const { id, sessionId, secret } = partsOf(refreshToken);
  const refresh = await changeSessions(ports, id, (list) => {
    const answer = withRefreshed(list, sessionId, secret, ports.clock());
    return { ...('list' in answer && { next: answer.list }), answer };
  });
  const account = 'secret' in refresh ? await ports.accounts.findById(id) : null;
  if (!account || !('secret' in refresh)) throw sessionEnded();
  return handedOut(ports, account, sessionId, refresh.secret);
}

/** Ends the pushes to its browser, too. Idempotent. */
export async function endSession(ports: AuthDeps, { id, sessionId }: Caller): Promise<void> {
  await changeSessions(ports, id, (list) => onlyIfFewer(list, withoutEnded(list, sessionId)));
  await ports.pushes.end(id, (other) => other === sessionId);
}

/** Ends the session of a refresh token, and the pushes to its browser. */
export async function endSessionOf(ports: AuthDeps, refreshToken: string): Promise<void> {
  const { id, sessionId, secret } = partsOf(refreshToken);
  const isEnded = await changeSessions(ports, id, (list) =>
    onlyIfFewer(list, endedBy(list, sessionId, secret)),
  );
  if (isEnded) await ports.pushes.end(id, (other) => other === sessionId);
}

function onlyIfFewer(list: SessionList, next: SessionList) {
  const isFewer = next.sessions.length < list.sessions.length;
  return { ...(isFewer && { next }), answer: isFewer };
}

/**
 * Ends all sessions except `kept` with the pushes to their browsers, rejects log-ins in progress, and forgets all devices.
 * Returns the new generation.
 */
export async function endSessions(
  ports: Pick<AuthDeps, 'sessions' | 'pushes'>,
  accountId: string,
  kept?: string,
): Promise<number> {
  const generation = await changeSessions(ports, accountId, (list) => {
    const next = allEnded(list, kept);
    return { next, answer: next.generation };
  });
  await ports.pushes.end(accountId, (other) => kept === undefined || other !== kept);
  return generation;
}

/** Latest first. */
export async function listSessions(
  { sessions, clock }: Pick<AuthDeps, 'sessions' | 'clock'>,
  { id: accountId, sessionId }: Caller,
): Promise<SessionInfo[]> {
  const latestFirst = withoutExpired(await sessions.find(accountId), clock()).toSorted(
    (a, b) => b.used_ms - a.used_ms,
  );
  return latestFirst.map(({ id, device, created_ms, used_ms }) => ({
    id,
    device,
    created_at: new Date(created_ms).toISOString(),
    last_used_at: new Date(used_ms).toISOString(),
    is_current: id === sessionId,
  }));
}

/** Applies a change to the latest list. Throws `too_many_requests` after repeated conflicts. */
export async function changeSessions<T>(
  { sessions }: Pick<AuthDeps, 'sessions'>,
  accountId: string,
  decide: (list: SessionList) => { readonly next?: SessionList; readonly answer: T },
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = await sessions.find(accountId);
    const { next, answer } = decide(known);
    if (!next || (await sessions.replace(accountId, known, next))) return answer;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS * attempt));
  }
  throw new DomainError('too_many_requests', 'too_many_at_once', { retryAfterS: 1 });
}

function handedOut(
  { issueToken }: AuthDeps,
  account: Account,
  sessionId: string,
  secret: string,
): OpenSession {
  const token = issueToken({ id: account.id, sessionId });
  return {
    session: { token, user: toUser(account) },
    refreshToken: [account.id, sessionId, secret].join('.'),
  };
}

/** Empty for invalid tokens, because the table rejects keys of unlimited length. */
function partsOf(refreshToken: string): Caller & { readonly secret: string } {
  const [, id = '', sessionId = '', secret = ''] = REFRESH_TOKEN.exec(refreshToken) ?? [];
  return { id, sessionId, secret };
}
