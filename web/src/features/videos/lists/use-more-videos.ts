import { useInfiniteQuery } from '@tanstack/react-query';
import type { Video } from '#shared/videos/videos.ts';
import { itemsOf } from '#web/lib/api/api.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { channelVideosQuery, latestVideosQuery } from '../videos.queries.ts';

export const MAX_MORE_VIDEOS = 10;

export type MoreVideosLists = ReturnType<typeof useMoreVideos>;

/** The channel's other playable videos, and the latest of others where these are few. Both newest first. */
export function useMoreVideos(video: Pick<Video, 'id' | 'channel_id'>) {
  const own = useInfiniteQuery(channelVideosQuery(video.channel_id));
  const fromChannel = itemsOf(own.data?.pages ?? []).filter(
    ({ id, status }) => id !== video.id && status === 'ready',
  );
  const hasRoom = own.isSuccess && fromChannel.length < MAX_MORE_VIDEOS;
  const latest = useInfiniteQuery({ ...latestVideosQuery(), enabled: hasRoom });
  const fromOthers = useWithoutHidden(itemsOf((hasRoom && latest.data?.pages) || [])).filter(
    ({ channel_id }) => channel_id !== video.channel_id,
  );
  return { fromChannel, fromOthers };
}
