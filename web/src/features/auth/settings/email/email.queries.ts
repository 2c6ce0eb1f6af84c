import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { readSession, signIn } from '#web/lib/api/session/session.ts';

export const accountQuery = () =>
  queryOptions({
    queryKey: ['auth', 'account'],
    queryFn: ({ signal }) => call('GET /auth/account', { signal }),
    meta: { failureLog: 'Error fetching the e-mail address' },
  });

/** Sends a code to the new address. Needs the password. */
export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly password: string }) =>
      call('POST /auth/email', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
}

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
