import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { useUpcoming } from '../../features/schedules/use-upcoming.ts';
import { whenWords } from '../../features/schedules/when-words.ts';
import { channelVideosQuery } from '../../features/videos/videos.queries.ts';
import { itemsOf } from '../../lib/api/pages.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** In the place of an offline channel's picture: when it is live next, and its latest video. */
export function WhileOffline({ channel }: { readonly channel: Channel }) {
  const { data: upcoming = [] } = useUpcoming(channel.id);
  const videos = useInfiniteQuery(channelVideosQuery(channel.id));
  const nowMs = useNow(60_000);
  const [next] = upcoming;
  const latest = videos.data && itemsOf(videos.data.pages).find(({ status }) => status === 'ready');
  return (
    <div className="mt-4 flex max-w-full flex-col items-center gap-3">
      {next && (
        <p className="text-sm text-white/80 sm:text-base">
          Next live: <time dateTime={next.starts_at}>{whenWords(next, nowMs)}</time>
        </p>
      )}
      {latest && (
        <ButtonLink to={paths.video(latest.username, latest.id)} size="sm" className="max-w-full">
          <Play className="size-4 shrink-0" />
          <span className="truncate">Watch “{latest.title}”</span>
        </ButtonLink>
      )}
    </div>
  );
}
