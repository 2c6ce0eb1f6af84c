import type { Sent } from '../../../../shared/base/route.ts';
import type { Contract, RouteName } from '../../../../shared/contract.ts';
import type { User } from '../../../../shared/people/auth.ts';
import { call } from '../../lib/api/api.ts';
import { signIn } from '../../lib/api/session/session.ts';
import { toastSuccess } from '../../ui/overlays/toast.tsx';

type Body<N extends RouteName> = Sent<Contract[N]>['body'];

async function logIn(body: Body<'POST /auth/login'>): Promise<User> {
  const session = await call('POST /auth/login', { body });
  signIn(session);
  return session.user;
}

export const signUp = async (body: Body<'POST /auth/signup'>): Promise<void> =>
  signIn(await call('POST /auth/signup', { body }));

/** Sends a code if the account exists. */
export const sendCode = (username: string) => call('POST /auth/forgot-password', { body: { username } });

/** Fails with `invalid_credentials` if the code is wrong. */
export const resetPassword = (body: Body<'POST /auth/reset-password'>) =>
  call('POST /auth/reset-password', { body });

/** Locks the account and starts its deletion. Fails with `forbidden` if the password is wrong. */
export const deleteAccount = (password: string) => call('DELETE /auth/me', { body: { password } });

/** Fails with `forbidden` if the current password is wrong. */
export const changePassword = (body: Body<'POST /auth/change-password'>) =>
  call('POST /auth/change-password', { body });

/** Logs a user in and shows a greeting, or the reason of a suspension. Throws as `logIn`. */
export async function logInAndGreet(credentials: Parameters<typeof logIn>[0]): Promise<void> {
  const { suspension } = await logIn(credentials);
  if (!suspension) toastSuccess('Welcome back!');
}
