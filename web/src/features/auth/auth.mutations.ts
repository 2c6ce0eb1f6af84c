/** Signup and login: both answer a session, which this browser then keeps. */
import { useMutation } from '@tanstack/react-query';
import type { LoginBody, SignupBody } from '../../../../shared/auth.ts';
import { call } from '../../lib/api.ts';
import { signIn } from '../../lib/session.ts';
import type * as z from 'zod';

/** Fails with `ApiFailure`; `invalid_credentials` when username and password do not fit. */
export const useLogin = () =>
  useMutation({
    mutationFn: (body: z.input<typeof LoginBody>) => call('POST /auth/login', { body }),
    onSuccess: signIn,
  });

/** Fails with `ApiFailure`; `username_taken` or `email_taken` among others. */
export const useSignup = () =>
  useMutation({
    mutationFn: (body: z.input<typeof SignupBody>) => call('POST /auth/signup', { body }),
    onSuccess: signIn,
  });
