import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DecideBody, ModerationCase } from '#shared/community/moderation.ts';
import { call } from '#web/lib/api/api.ts';

const key = ['moderation'];

const LISTS = { open: 'GET /moderation/cases', decided: 'GET /moderation/decided' } as const;

export const casesQuery = (state: keyof typeof LISTS) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    queryFn: ({ pageParam, signal }) =>
      call(LISTS[state], { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { failureLog: 'Error fetching the cases' },
  });

export const caseQuery = (case_id: string) =>
  queryOptions({
    queryKey: [...key, 'case', case_id],
    queryFn: ({ signal }) => call('GET /moderation/cases/{case_id}', { params: { case_id }, signal }),
    meta: { failureLog: 'Error fetching a case' },
  });

/** Decides a case at its version, or reverts its last decision. */
export function useDecide({ id, version }: Pick<ModerationCase, 'id' | 'version'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<DecideBody, 'version'>) =>
      call('POST /moderation/cases/{case_id}', { params: { case_id: id }, body: { ...body, version } }),
    // Also after a refusal, because another moderator may have decided it.
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
