import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Poll, PollBody } from '#shared/community/polls.ts';
import { call } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { applyToQuery } from '#web/lib/realtime/use-live-query.ts';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { ownRoleQuery, roomChangedBy, roomQuery } from '../rooms.queries.ts';

interface PollRequest extends PollBody {
  /** Makes a repeated request start one poll. */
  readonly key: string;
}

export function useStartPoll(channelId: string) {
  const onSuccess = usePollNews(channelId);
  return useMutation({
    mutationFn: ({ key, ...body }: PollRequest) =>
      call('POST /polls/{id}', { params: { id: channelId }, body, headers: { 'idempotency-key': key } }),
    onSuccess,
  });
}

export function useEndPoll(channelId: string, poll_id: string) {
  const onSuccess = usePollNews(channelId);
  return useMutation({
    mutationFn: () => call('POST /polls/{id}/{poll_id}/end', { params: { id: channelId, poll_id } }),
    onSuccess,
    onError: (error) => toastFailed(t('polls.notEnded'), error),
  });
}

/** Applies an answer as the event that open pages get. */
function usePollNews(channelId: string): (poll: Poll) => void {
  const cache = useQueryClient();
  return (poll) =>
    applyToQuery(cache, roomQuery(channelId).queryKey, [{ type: 'poll', poll }], roomChangedBy);
}

/** The number of the answer for which the reader has voted. */
export function useOwnVote(channelId: string, pollId: string, isIn: boolean): number | undefined {
  // The chat has asked already where the reader is a viewer; a crowd should not ask again as a poll begins.
  const { data } = useQuery({ ...ownRoleQuery(channelId), enabled: isIn, staleTime: Infinity });
  return data?.vote?.poll_id === pollId ? data.vote.answer : undefined;
}

export function useVote(channelId: string, poll_id: string) {
  const cache = useQueryClient();
  const { queryKey } = ownRoleQuery(channelId);
  return useMutation({
    mutationFn: (answer: number) =>
      call('PUT /polls/{id}/{poll_id}/vote', { params: { id: channelId, poll_id }, body: { answer } }),
    onSuccess: (vote) => cache.setQueryData(queryKey, (own) => own && { ...own, vote }),
    onError: (error) => toastFailed(t('polls.notCounted'), error),
  });
}
