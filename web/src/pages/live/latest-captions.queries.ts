import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LatestLiveCues, LiveCue } from '#shared/live/live-captions.ts';
import { call } from '#web/lib/api/api.ts';

/** Others send and delete captions, too. */
const REFRESH_MS = 3000;

/** The latest captions of a broadcast. For its streamer and the moderators of the chat. */
export const latestCaptionsQuery = (streamId: string) =>
  queryOptions({
    queryKey: ['live-captions', streamId],
    queryFn: ({ signal }) =>
      call('GET /browser-stream/{stream_id}/captions', { params: { stream_id: streamId }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { failureLog: 'Error fetching the latest captions' },
  });

export function useDeleteCaption(streamId: string) {
  const change = useCaptionsChange(streamId);
  return useMutation({
    mutationFn: ({ id, at }: LiveCue) =>
      call('DELETE /browser-stream/{stream_id}/captions/{at}/{id}', {
        params: { stream_id: streamId, at, id },
      }),
    onSuccess: (_, { id }) =>
      change((latest) => ({ ...latest, cues: latest.cues.filter((cue) => cue.id !== id) })),
  });
}

export function useTurnCaptions(streamId: string) {
  const change = useCaptionsChange(streamId);
  return useMutation({
    mutationFn: (is_on: boolean) =>
      call('PUT /browser-stream/{stream_id}/captions/settings', {
        params: { stream_id: streamId },
        body: { is_on },
      }),
    onSuccess: ({ is_on }) => change((latest) => ({ ...latest, is_on })),
  });
}

/** A request that began before the change must not undo it. */
function useCaptionsChange(streamId: string) {
  const cache = useQueryClient();
  const { queryKey } = latestCaptionsQuery(streamId);
  return async (changed: (latest: LatestLiveCues) => LatestLiveCues) => {
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, (latest) => latest && changed(latest));
  };
}
