import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebhookBody, WebhookChange } from '#shared/people/webhooks.ts';
import { call } from '#web/lib/api/api.ts';

const KEY = ['webhooks'] as const;
/** While a delivery waits. */
const POLL_MS = 3000;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => call('GET /webhooks', { signal }),
    meta: { failureLog: 'Error fetching the webhooks' },
  });

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'deliveries', id],
    queryFn: ({ signal }) => call('GET /webhooks/{id}/deliveries', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'pending') === true && POLL_MS,
    meta: { failureLog: 'Error fetching the deliveries' },
  });

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: KEY });

/** Each throws `ApiFailure`. */
export function useWebhookChanges() {
  const cache = useQueryClient();
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    const answer = await change;
    await refresh(cache);
    return answer;
  };
  return {
    create: (body: WebhookBody) => changing(call('POST /webhooks', { body })),
    change: (id: string, body: WebhookChange) =>
      changing(call('PUT /webhooks/{id}', { params: { id }, body })),
    renewSecret: (id: string) => changing(call('POST /webhooks/{id}/secret', { params: { id } })),
  };
}

export function useDeleteWebhook(onDeleted: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /webhooks/{id}', { params: { id } }),
    onSuccess: () => {
      onDeleted();
      return refresh(cache);
    },
  });
}

export function useSendTest(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /webhooks/{id}/test', { params: { id } }),
    onSuccess: () => refresh(cache),
  });
}

export function useSendAgain(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (delivery_id: string) =>
      call('POST /webhooks/{id}/deliveries/{delivery_id}', { params: { id, delivery_id } }),
    onSuccess: () => refresh(cache),
  });
}
