import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { itemsOf } from '#web/lib/api/api.ts';
import { useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { nextOf, orderOf, type Playing } from './playing.ts';
import { entriesQuery, playlistQuery } from './playlists.queries.ts';

/** The playlist in which something plays. Reads its pages until what follows is known, and all of them to shuffle. */
export function usePlaying({ listId, shuffle, repeats }: Playing, currentId: string) {
  const { data: playlist } = useQuery(playlistQuery(listId));
  const list = useInfiniteQuery(entriesQuery(listId));
  const hidden = useHiddenNames();
  const entries = itemsOf(list.data?.pages ?? []).filter(
    ({ video, clip }) => !hidden.includes((video ?? clip)?.username ?? ''),
  );
  const order = orderOf(entries, shuffle);
  const next = nextOf(order, currentId, repeats);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const needsMore = hasNextPage && (shuffle !== '' || nextOf(order, currentId, false) === undefined);
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [needsMore, isFetching, isError, fetchNextPage]);
  return {
    playlist,
    order,
    at: order.findIndex(({ id }) => id === currentId),
    next: needsMore ? undefined : next,
    isWhole: !hasNextPage,
  };
}
