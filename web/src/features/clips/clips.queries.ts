import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ErrorReason } from '#shared/base/errors.ts';
import type { Clip, ClipBody } from '#shared/videos/clips.ts';
import { ApiFailure, byCursor, call, callPage } from '#web/lib/api/api.ts';
import { showPass } from '#web/lib/api/passes.ts';

const clipsKey = ['clips'] as const;
const meta = { failureLog: 'Error fetching clips' };

export const channelClipsQuery = (channel: string) =>
  infiniteQueryOptions({
    queryKey: [...clipsKey, 'of', channel],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /clips', {
        query: { channel, limit: CLIPS_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

const CLIPS_PER_PAGE = 24;

const LATEST_CLIPS = 5;
const LATEST_EVERY_MS = 60_000;

/** The newest clips of a channel, asked for each minute. */
export const latestClipsQuery = (channel: string) =>
  queryOptions({
    queryKey: [...clipsKey, 'latest', channel],
    queryFn: ({ signal }) => call('GET /clips', { query: { channel, limit: LATEST_CLIPS }, signal }),
    refetchInterval: LATEST_EVERY_MS,
    meta,
  });

export const clipQuery = (id: string) =>
  queryOptions({
    queryKey: [...clipsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /clips/{id}', { params: { id }, signal }),
    meta,
  });

/** Whether others may make clips of the user's channel. */
export const clipSettingsQuery = () =>
  queryOptions({
    queryKey: [...clipsKey, 'settings'],
    queryFn: ({ signal }) => call('GET /clips/settings', { signal }),
    meta,
  });

/** As long as recordings may be behind; the server asks for a pause of this length. */
const RECORDING_TRIES = 30;
const TRY_AGAIN_MS = 5000;

const isAwaited = (error: unknown): boolean =>
  error instanceof ApiFailure && error.reason === ('clip_not_recorded_yet' satisfies ErrorReason);

/** Waits until the recording of a stream through software has the clip; `failureCount` is above 0 meanwhile. */
export function useMakeClip() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: ClipBody & { readonly key: string }) =>
      call('POST /clips', { body, headers: { 'idempotency-key': key } }),
    retry: (tries, error) => isAwaited(error) && tries < RECORDING_TRIES,
    retryDelay: TRY_AGAIN_MS,
    onSuccess: (clip) => {
      cache.setQueryData(clipQuery(clip.id).queryKey, clip);
      return cache.invalidateQueries({ queryKey: channelClipsQuery(clip.channel_id).queryKey });
    },
  });
}

export function useKeepClip({ id }: Pick<Clip, 'id'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (is_kept: boolean) => call('PATCH /clips/{id}', { params: { id }, body: { is_kept } }),
    onSuccess: (clip) => cache.setQueryData(clipQuery(id).queryKey, clip),
  });
}

export function useDeleteClip({ id, channel_id }: Pick<Clip, 'id' | 'channel_id'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /clips/{id}', { params: { id } }),
    onSuccess: () => {
      cache.removeQueries({ queryKey: clipQuery(id).queryKey });
      // Not awaited, because the list is on another page.
      void cache.invalidateQueries({ queryKey: channelClipsQuery(channel_id).queryKey });
    },
  });
}

export function useClipSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (is_off: boolean) => call('PUT /clips/settings', { body: { is_off } }),
    onSuccess: (settings) => cache.setQueryData(clipSettingsQuery().queryKey, settings),
  });
}

/** Counts a view. Ignores failures; private clips have no count. */
export async function countView({ id, visibility }: Pick<Clip, 'id' | 'visibility'>): Promise<void> {
  if (visibility === 'private') return;
  const count = (pass: string) => call('POST /clips/{id}/views', { params: { id }, body: { pass } });
  await showPass('clip', id, count).catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
  });
}
