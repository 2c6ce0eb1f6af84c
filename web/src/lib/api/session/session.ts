/** The signed-in user: specification §3 (Current user) and §4 (Signed-in state). */
import { useSyncExternalStore } from 'react';
import type { Session as OpenSession, User } from '#shared/people/auth.ts';
import { createEmitter } from '../../async/emitter.ts';
import { keep, keepText, readText } from '../../kept.ts';
import { endAll, listen } from '../../listen.ts';

/** Without the e-mail address, which others who use the browser could read there. */
export type SignedInUser = Omit<User, 'email'>;

interface Session {
  readonly user: SignedInUser;
  readonly token: string;
}

const USER_KEY = 'currentUser';
const TOKEN_KEY = 'token';

const changes = createEmitter();
let remembered: { userJson: string; session: Session } | null = null;

function parseUser(json: string): SignedInUser | null {
  try {
    const user: Partial<SignedInUser> | null = JSON.parse(json);
    return typeof user?.username === 'string' ? (user as SignedInUser) : null;
  } catch {
    return null;
  }
}

/** Frames have no session, and browsers may deny storage there. */
const stored = (key: string): string | null => (isFramed() ? null : readText('localStorage', key));

/** The stored session, or `null` if user or token is missing. Stable until it changes. */
export function readSession(): Session | null {
  const userJson = stored(USER_KEY);
  const token = stored(TOKEN_KEY);
  if (!userJson || !token) return null;
  if (remembered?.userJson === userJson && remembered.session.token === token) return remembered.session;
  const user = parseUser(userJson);
  if (!user) return null;
  remembered = { userJson, session: { user, token } };
  return remembered.session;
}

export const readToken = (): string | null => stored(TOKEN_KEY);

/** Stores a login or signup and notifies `useSession`. */
export function signIn({ user, token }: OpenSession): void {
  const { email: _, ...kept } = user;
  store({ user: kept, token });
}

function store({ user, token }: Session): void {
  keep('localStorage', USER_KEY, user);
  keepText('localStorage', TOKEN_KEY, token);
  changes.emit();
}

export function rename(display_name: string): void {
  const session = readSession();
  if (session) store({ ...session, user: { ...session.user, display_name } });
}

/** Removes user and token and notifies `useSession`. The caller navigates. */
export function signOut(): void {
  for (const key of [USER_KEY, TOKEN_KEY]) keepText('localStorage', key, null);
  changes.emit();
}

/** Listens to sign-ins and sign-outs in all tabs. Returns a function that stops it. */
export function subscribeToSession(listener: () => void): () => void {
  // Storage events come only from other tabs; a null key means that everything was cleared.
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === USER_KEY || key === TOKEN_KEY) listener();
  };
  return endAll([changes.subscribe(listener), listen(window, 'storage', follow)]);
}

export const useSession = (): Session | null => useSyncExternalStore(subscribeToSession, readSession);

/**
 * Whether the page is an embedded player, at an embed address or in any frame, or an overlay. It ignores the session, because
 * another page may cause a press, and an overlay displays what everybody may see.
 */
export const isFramed = (): boolean =>
  globalThis.top !== globalThis.self || /^\/(embed|overlay)\//.test(globalThis.location?.pathname);
