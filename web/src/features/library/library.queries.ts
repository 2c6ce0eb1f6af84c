import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';

export const libraryKey = ['library'] as const;
export const ENTRIES_PER_PAGE = 24;

export const libraryMeta = { failureLog: 'Error fetching the library' };

/** What the signed-in person has kept of a video. */
export const libraryVideoQuery = (id: string) =>
  queryOptions({
    queryKey: [...libraryKey, 'video', id],
    queryFn: ({ signal }) => call('GET /library/videos/{video_id}', { params: { video_id: id }, signal }),
    meta: libraryMeta,
  });

export const watchLaterQuery = () =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, 'watch-later'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/watch-later', {
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta: libraryMeta,
  });

interface Choice {
  readonly id: string;
  readonly isSaved: boolean;
}

/** Saves a video for later or removes it; its button shows that at once. Fails with `ApiFailure`. */
export function useWatchLater() {
  const cache = useQueryClient();
  const show = ({ id, isSaved }: Choice) =>
    cache.setQueryData(
      libraryVideoQuery(id).queryKey,
      (known) => known && { ...known, watch_later: isSaved },
    );
  return useMutation({
    scope: { id: 'watch later' },
    mutationFn: ({ id, isSaved }: Choice) =>
      call(isSaved ? 'PUT /library/watch-later/{video_id}' : 'DELETE /library/watch-later/{video_id}', {
        params: { video_id: id },
      }),
    onMutate: async (choice) => {
      // An earlier response would undo the click.
      await cache.cancelQueries({ queryKey: libraryVideoQuery(choice.id).queryKey });
      show(choice);
    },
    onError: (_, { id, isSaved }) => show({ id, isSaved: !isSaved }),
    // An open list keeps removed entries, which can be restored there.
    onSuccess: () => cache.invalidateQueries({ queryKey: watchLaterQuery().queryKey, refetchType: 'none' }),
  });
}
