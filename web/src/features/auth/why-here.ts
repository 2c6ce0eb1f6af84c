import type { User } from '../../../../shared/people/auth.ts';
import type { LoginState } from '../../lib/api/session/go-to-login.ts';
import { paths } from '../../lib/paths.ts';

/** What one wants who was sent to /login, by how the address begins that sent them. */
const PURPOSES: Readonly<Record<string, string>> = {
  '/go-live': 'go live',
  '/upload': 'upload a video',
  '/following': 'follow channels',
  '/channel/': 'follow and chat',
  '/change-password': 'change your password',
  '/settings': 'see your settings',
};

/** The history's state on the screens of the account; who comes by themselves has none. */
export const loginState = <S extends LoginState>(state: unknown): Partial<S> =>
  typeof state === 'object' && state !== null ? state : {};

/** Why one is on /login or /signup; nothing for those who came by themselves. */
export function whyHere(state: unknown, verb: 'Log in' | 'Sign up'): string | undefined {
  const { from, ended, replaced } = loginState(state);
  if (verb === 'Log in' && replaced === true) return 'Log in with your new password';
  if (verb === 'Log in' && ended === true) return 'Your session ended. Log in to go on.';
  if (typeof from !== 'string') return undefined;
  const start = Object.keys(PURPOSES).find((address) => from.startsWith(address));
  return start && `${verb} to ${PURPOSES[start]}`;
}

/**
 * Where to go once signed in: the screen that asked for it (`state.from` of /login), else home. Whoever is suspended comes
 * to where that is told, and can be answered.
 */
export function returnPath(state: unknown, { suspension }: Pick<User, 'suspension'>): string {
  if (suspension) return paths.settings();
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' ? from : paths.home();
}
