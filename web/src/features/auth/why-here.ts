import type { User } from '../../../../shared/people/auth.ts';
import type { LoginState } from '../../lib/api/session/go-to-login.ts';
import { paths } from '../../lib/paths.ts';

/** The purpose of the log-in by the first part of the address that required it. */
const PURPOSES: Readonly<Record<string, string>> = {
  '/go-live': 'go live',
  '/upload': 'upload a video',
  '/following': 'follow channels',
  '/channel/': 'follow and chat',
  '/change-password': 'change your password',
  '/settings': 'see your settings',
};

/** The history state of the account screens. A direct visit has none. */
export const loginState = <S extends LoginState>(state: unknown): Partial<S> =>
  typeof state === 'object' && state !== null ? state : {};

/** Why the user is on /login or /signup, or nothing after a direct visit. */
export function whyHere(state: unknown, verb: 'Log in' | 'Sign up'): string | undefined {
  const { from, ended, replaced } = loginState(state);
  if (verb === 'Log in' && replaced === true) return 'Log in with your new password';
  if (verb === 'Log in' && ended === true) return 'Your session ended. Log in to go on.';
  if (typeof from !== 'string') return undefined;
  const start = Object.keys(PURPOSES).find((address) => from.startsWith(address));
  return start && `${verb} to ${PURPOSES[start]}`;
}

/**
 * Where to go after the log-in: the screen that required it (`state.from`), else home. A suspended user goes to the
 * appeal.
 */
export function returnPath(state: unknown, { suspension }: Pick<User, 'suspension'>): string {
  if (suspension) return paths.settings();
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' ? from : paths.home();
}
