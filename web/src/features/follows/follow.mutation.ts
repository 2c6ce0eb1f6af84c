/** Follow and unfollow: what the page shows changes at once, and back again when the server refuses. */
import { type QueryClient, mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { followedChannelsQuery, followStatusQuery } from './follows.queries.ts';

/** Takes whether the channel shall be followed. Fails with `ApiFailure`. */
export function followMutation(cache: QueryClient, id: string) {
  const { queryKey } = followStatusQuery(id);
  const show = (isFollowing: boolean) => cache.setQueryData(queryKey, { isFollowing, bell: false });
  return mutationOptions({
    // One after the other, so that the last click wins however long each takes.
    scope: { id: `follow ${id}` },
    mutationFn: (wanted: boolean) =>
      call(wanted ? 'POST /follows/{id}' : 'DELETE /follows/{id}', { params: { id } }),
    onMutate: async (wanted) => {
      // A status that was asked for before would undo the click.
      await cache.cancelQueries({ queryKey });
      show(wanted);
    },
    onError: (_, wanted) => {
      show(!wanted);
      void cache.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: followedChannelsQuery().queryKey });
    },
  });
}
