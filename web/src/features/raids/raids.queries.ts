import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Raiders } from '#shared/live/raids.ts';
import { call } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { toastFailed } from '#web/ui/overlays/toast.tsx';

export const raidsQuery = () =>
  queryOptions({
    queryKey: ['raids'],
    queryFn: ({ signal }) => call('GET /raids', { signal }),
    meta: { failureLog: 'Error fetching the raids' },
  });

interface RaidRequest {
  readonly username: string;
  /** Makes a repeated request raid once. */
  readonly key: string;
}

export function useStartRaid() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ username, key }: RaidRequest) =>
      call('POST /raids', { body: { username }, headers: { 'idempotency-key': key } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: raidsQuery().queryKey }),
  });
}

export function useSaveRaiders() {
  const cache = useQueryClient();
  const { queryKey } = raidsQuery();
  return useMutation({
    mutationFn: (accepts: Raiders) => call('PUT /raids/settings', { body: { accepts } }),
    onSuccess: ({ accepts }) => cache.setQueryData(queryKey, (raids) => raids && { ...raids, accepts }),
    onError: (error) => toastFailed(t('onAir.saveFailed'), error),
  });
}
