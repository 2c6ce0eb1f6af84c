/** What one does about an account. Signup and login answer a session, which this browser then keeps. */
import { useMutation } from '@tanstack/react-query';
import type { Contract, RouteName } from '../../../../shared/contract.ts';
import type { Sent } from '../../../../shared/base/route.ts';
import { call } from '../../lib/api/api.ts';
import { signIn } from '../../lib/api/session.ts';

type Body<N extends RouteName> = Sent<Contract[N]>['body'];

/** Fails with `ApiFailure`; `invalid_credentials` when username and password do not fit. */
export const useLogin = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/login'>) => call('POST /auth/login', { body }),
    onSuccess: signIn,
  });

/** Fails with `ApiFailure`; `username_taken` or `email_taken` among others. */
export const useSignup = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/signup'>) => call('POST /auth/signup', { body }),
    onSuccess: signIn,
  });

/** Has a code sent, if there is such an account. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (username: string) => call('POST /auth/forgot-password', { body: { username } }),
  });

/** Fails with `ApiFailure`; `invalid_credentials` when the code is not the one sent. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/reset-password'>) => call('POST /auth/reset-password', { body }),
  });

/** Fails with `ApiFailure`; `forbidden` when the current password is not right. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Body<'POST /auth/change-password'>) => call('POST /auth/change-password', { body }),
  });
