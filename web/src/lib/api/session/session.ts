/** The signed-in person: specification §3 (Current user) and §4 (Signed-in state). */
import { useSyncExternalStore } from 'react';
import type { Session, User } from '../../../../../shared/people/auth.ts';
import { EMBED_ROOT } from '../../../../../shared/plain/embed-root.ts';
import { createEmitter } from '../../emitter.ts';
import { endAll, listen } from '../../listen.ts';

const USER_KEY = 'currentUser';
const TOKEN_KEY = 'token';

const changes = createEmitter();
let remembered: { userJson: string; session: Session } | null = null;

function parseUser(json: string): User | null {
  try {
    const user: Partial<User> | null = JSON.parse(json);
    return typeof user?.username === 'string' ? (user as User) : null;
  } catch {
    return null;
  }
}

/** In a frame nobody is signed in, and browsers may refuse a page its storage there. */
const stored = (key: string): string | null => (isFramed() ? null : localStorage.getItem(key));

/** The stored session, or `null` when the user or the token is missing. The same object until it changes. */
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

/** The stored token alone: it is sent whenever one exists, even without a stored user (§6). */
export const readToken = (): string | null => stored(TOKEN_KEY);

/** Stores the answer of login or signup; every `useSession` follows. */
export function signIn({ user, token }: Session): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  localStorage.setItem(TOKEN_KEY, token);
  changes.emit();
}

/** The signed-in person goes by another name from now on. */
export function rename(display_name: string): void {
  const session = readSession();
  if (session) signIn({ ...session, user: { ...session.user, display_name } });
}

/** Forgets user and token; every `useSession` follows. Moves nobody: the caller navigates. */
export function signOut(): void {
  localStorage.removeItem(USER_KEY);
  localStorage.removeItem(TOKEN_KEY);
  changes.emit();
}

/** Calls back when this tab or another one signs in or out; answers how to stop it. */
export function subscribeToSession(listener: () => void): () => void {
  // The storage event comes from other tabs only; a null key means that everything was cleared.
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === USER_KEY || key === TOKEN_KEY) listener();
  };
  return endAll([changes.subscribe(listener), listen(window, 'storage', follow)]);
}

/** The session that this browser holds, or `null` when signed out. */
export const useSession = (): Session | null => useSyncExternalStore(subscribeToSession, readSession);

/**
 * Whether this page is the player alone, at an address that anybody may frame, or in a frame after all: there it shows
 * nothing else, knows nobody who is signed in, and does nothing in their name, as a press may be another page's doing.
 */
export const isFramed = (): boolean =>
  globalThis.top !== globalThis.self || !!globalThis.location?.pathname.startsWith(EMBED_ROOT);
