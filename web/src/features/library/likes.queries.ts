import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LikedKind } from '#shared/channels/library.ts';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';
import { ENTRIES_PER_PAGE, libraryKey, libraryMeta as meta } from './library.queries.ts';

/** A video or clip. */
export interface Liked {
  readonly kind: LikedKind;
  readonly id: string;
}

export const likesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, 'likes'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/likes', {
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

export const likeQuery = ({ kind, id }: Liked) =>
  queryOptions({
    queryKey: [...libraryKey, 'like', id],
    queryFn: ({ signal }) => call('GET /library/likes/{kind}/{id}', { params: { kind, id }, signal }),
    meta,
  });

type Choice = Liked & { readonly isLiked: boolean };

/** Likes a video or clip, or takes that back; its button shows that at once. Fails with `ApiFailure`. */
export function useLike() {
  const cache = useQueryClient();
  const show = ({ isLiked: is_liked, ...liked }: Choice) =>
    cache.setQueryData(likeQuery(liked).queryKey, { is_liked });
  return useMutation({
    // In sequence, so that the last click wins.
    scope: { id: 'likes' },
    mutationFn: ({ kind, id, isLiked }: Choice) =>
      call(isLiked ? 'PUT /library/likes/{kind}/{id}' : 'DELETE /library/likes/{kind}/{id}', {
        params: { kind, id },
      }),
    onMutate: async (choice) => {
      // An earlier response would undo the click.
      await cache.cancelQueries({ queryKey: likeQuery(choice).queryKey });
      show(choice);
    },
    onError: (_, { isLiked, ...liked }) => show({ ...liked, isLiked: !isLiked }),
    // An open list keeps removed entries, which can be restored there.
    onSuccess: () => cache.invalidateQueries({ queryKey: likesQuery().queryKey, refetchType: 'none' }),
  });
}
