import type { User } from '#shared/people/auth.ts';
import type { LoginState } from '#web/lib/api/session/go-to-login.ts';
import { paths } from '#web/lib/paths.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The purpose of the log-in by the first part of the address that required it. */
const PURPOSES = {
  '/go-live': 'goLive',
  '/upload': 'upload',
  '/following': 'follow',
  '/channel/': 'followAndChat',
  '/change-password': 'changePassword',
  '/settings': 'settings',
} as const;

/** The history state of the account screens. A direct visit has none. */
export const loginState = <S extends LoginState>(state: unknown): Partial<S> =>
  typeof state === 'object' && state !== null ? state : {};

/** Why the user is on /login or /signup, or nothing after a direct visit. */
export function logInReason(state: unknown, screen: 'login' | 'signup'): string | undefined {
  const { from, ended, replaced } = loginState(state);
  if (screen === 'login' && replaced === true) return t('auth.useNewPassword');
  if (screen === 'login' && ended === true) return t('auth.sessionEnded');
  if (typeof from !== 'string') return undefined;
  const [, purpose] = Object.entries(PURPOSES).find(([address]) => from.startsWith(address)) ?? [];
  if (!purpose) return undefined;
  return screen === 'login' ? t('auth.logInToPurpose', { purpose }) : t('auth.signUpToPurpose', { purpose });
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
