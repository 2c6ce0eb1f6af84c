/** What one does about an account. Signup and login answer a session, which this browser then keeps. All throw `ApiFailure`. */
import type { Sent } from '../../../../shared/base/route.ts';
import type { Contract, RouteName } from '../../../../shared/contract.ts';
import type { User } from '../../../../shared/people/auth.ts';
import { call } from '../../lib/api/api.ts';
import { signIn } from '../../lib/api/session/session.ts';
import { toastSuccess } from '../../ui/overlays/toast.tsx';

type Body<N extends RouteName> = Sent<Contract[N]>['body'];

/** Answers who has come in. `invalid_credentials` when username and password do not fit. */
export async function logIn(body: Body<'POST /auth/login'>): Promise<User> {
  const session = await call('POST /auth/login', { body });
  signIn(session);
  return session.user;
}

/** `username_taken` or `email_taken` among others. */
export const signUp = async (body: Body<'POST /auth/signup'>): Promise<void> =>
  signIn(await call('POST /auth/signup', { body }));

/** Has a code sent, if there is such an account. */
export const sendCode = (username: string) => call('POST /auth/forgot-password', { body: { username } });

/** `invalid_credentials` when the code is not the one sent. */
export const resetPassword = (body: Body<'POST /auth/reset-password'>) =>
  call('POST /auth/reset-password', { body });

/** Locks the account at once, and has all that it has made deleted. `forbidden` when the password is not right. */
export const deleteAccount = (password: string) => call('DELETE /auth/me', { body: { password } });

/** `forbidden` when the current password is not right. */
export const changePassword = (body: Body<'POST /auth/change-password'>) =>
  call('POST /auth/change-password', { body });

/** Logs somebody in and greets them; whoever is suspended reads why in place of that. Throws as `logIn`. */
export async function logInAndGreet(credentials: Parameters<typeof logIn>[0]): Promise<void> {
  const { suspension } = await logIn(credentials);
  if (!suspension) toastSuccess('Welcome back!');
}
