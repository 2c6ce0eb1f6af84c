import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Contract } from '../../../../../../shared/contract.ts';
import type { Sent } from '../../../../../../shared/base/route.ts';
import { call } from '../../../../lib/api/api.ts';
import { sessionsQuery } from '../settings.queries.ts';

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
