/** The e-mail address of the signed-in person. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { readSession, signIn } from '../../../../lib/api/session/session.ts';

/** The address, and whether it is proven. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['auth', 'account'],
    queryFn: ({ signal }) => call('GET /auth/account', { signal }),
    meta: { failureLog: 'Error fetching the e-mail address' },
  });

/** Has a code sent to another address, which `password` is asked for. */
export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly password: string }) =>
      call('POST /auth/email', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
}

/** Has one more code sent to the address that waits for it. */
export const useSendCode = () => useMutation({ mutationFn: () => call('POST /auth/email/code') });

/** Enters the code; this browser knows the address from then on. */
export function useConfirmEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call('POST /auth/email/confirm', { body: { code } }),
    onSuccess: async (user) => {
      const session = readSession();
      if (session) signIn({ ...session, user });
      await cache.invalidateQueries({ queryKey: accountQuery().queryKey });
    },
  });
}
