import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Sent } from '#shared/base/route.ts';
import type { Contract } from '#shared/contract.ts';
import type { DataExport } from '#shared/people/auth.ts';
import { call } from '#web/lib/api/api.ts';

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
    meta: { failureLog: 'Error fetching the sessions' },
  });

export const accessTokensQuery = () =>
  queryOptions({
    queryKey: ['auth', 'access-tokens'],
    queryFn: ({ signal }) => call('GET /auth/access-tokens', { signal }),
    meta: { failureLog: 'Error fetching the access tokens' },
  });

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/sessions/{id}', { params: { id } }),
    onSuccess: (_, id) => removeEntry(cache, sessionsQuery().queryKey, id),
  });
}

/** `onRevoked` is called before the token leaves the list. */
export function useRevokeAccessToken(onRevoked: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/access-tokens/{id}', { params: { id } }),
    onSuccess: (_, id) => {
      onRevoked();
      return removeEntry(cache, accessTokensQuery().queryKey, id);
    },
  });
}

async function removeEntry(cache: QueryClient, queryKey: QueryKey, id: string): Promise<void> {
  // An earlier request would restore the old list.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<readonly { readonly id: string }[]>(queryKey, (entries) =>
    entries?.filter((entry) => entry.id !== id),
  );
}

const EXPORT_POLL_MS = 4000;
/** Hides the download addresses, by a new answer without them, before they expire after ten minutes. */
const READY_EVERY_MS = 9 * 60_000;

const nextPollMs = ({ status }: DataExport): number | false =>
  status !== 'none' && (status === 'ready' ? READY_EVERY_MS : EXPORT_POLL_MS);

/** The state of the data export, with download addresses after the password was given. Polls while it is being made. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['auth', 'export'],
    queryFn: ({ signal }) => call('GET /auth/export', { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && nextPollMs(state.data),
    // Would hide the addresses as soon as somebody returns to the page.
    refetchOnWindowFocus: false,
    meta: { failureLog: 'Error fetching the copy of your data' },
  });

/** Both throw `ApiFailure`: `forbidden` for a wrong password. */
export function useExport() {
  const cache = useQueryClient();
  const show = async (state: DataExport): Promise<DataExport> => {
    const { queryKey } = exportQuery();
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, state);
    return state;
  };
  return {
    create: async (password: string) => show(await call('POST /auth/export', { body: { password } })),
    findLinks: async (password: string) =>
      show(await call('POST /auth/export/links', { body: { password } })),
  };
}

export type Proof = Sent<Contract['DELETE /auth/two-factor']>['body'];

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['auth', 'two-factor'],
    queryFn: ({ signal }) => call('GET /auth/two-factor', { signal }),
    meta: { failureLog: 'Error fetching whether there is a second factor' },
  });

/** All throw `ApiFailure`: `forbidden` for a wrong password, `invalid_request` for a wrong code. */
export function useTwoFactor() {
  const cache = useQueryClient();
  const refetchStatus = () =>
    Promise.all(
      [twoFactorQuery(), sessionsQuery()].map(({ queryKey }) => cache.invalidateQueries({ queryKey })),
    );
  return {
    begin: (password: string) => call('POST /auth/two-factor', { body: { password } }),
    turnOn: async (code: string) => {
      const { recovery_codes } = await call('POST /auth/two-factor/confirm', { body: { code } });
      await refetchStatus();
      return recovery_codes;
    },
    renewCodes: async (body: Proof) => {
      const { recovery_codes } = await call('POST /auth/two-factor/recovery-codes', { body });
      await refetchStatus();
      return recovery_codes;
    },
    turnOff: async (body: Proof) => {
      await call('DELETE /auth/two-factor', { body });
      await refetchStatus();
    },
  };
}
