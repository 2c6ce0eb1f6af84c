/** The bell of a followed channel: what the page shows changes at once, and back again when the server refuses. */
import { type QueryClient, mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { followedChannelsQuery, followStatusQuery } from './follows.queries.ts';

/** Takes whether the bell shall ring. Fails with `ApiFailure`. */
export function bellMutation(cache: QueryClient, id: string) {
  const status = followStatusQuery(id).queryKey;
  const list = followedChannelsQuery().queryKey;
  const show = (bell: boolean) => {
    cache.setQueryData(status, { isFollowing: true, bell });
    cache.setQueryData(list, (known) => {
      if (!known) return known;
      const others = known.bells.filter((other) => other !== id);
      return { ...known, bells: bell ? [...others, id] : others };
    });
  };
  return mutationOptions({
    scope: { id: `bell ${id}` },
    mutationFn: (wanted: boolean) =>
      call(wanted ? 'PUT /news/bells/{channel_id}' : 'DELETE /news/bells/{channel_id}', {
        params: { channel_id: id },
      }),
    onMutate: async (wanted) => {
      // What was asked for before would undo the click.
      await Promise.all([status, list].map((queryKey) => cache.cancelQueries({ queryKey })));
      show(wanted);
    },
    onError: (_, wanted) => show(!wanted),
  });
}
