import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Video } from '../../../../shared/videos/videos.ts';
import { useUpcoming } from '../../features/schedules/schedules.queries.ts';
import { whenWords } from '../../features/schedules/when-words.ts';
import { channelVideosQuery } from '../../features/videos/videos.queries.ts';
import { itemsOf } from '../../lib/api/api.ts';
import { useNow } from '../../lib/hooks/browser-hooks.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { t } from '../../lib/i18n/messages.ts';

/** The owner's list contains other videos too. */
const isForAll = ({ status, visibility }: Video): boolean => status === 'ready' && visibility === 'public';

/** Shows the next broadcast and latest video of an offline channel. */
export function WhileOffline({ channel }: { readonly channel: Channel }) {
  const { data: upcoming = [] } = useUpcoming(channel.id);
  const videos = useInfiniteQuery(channelVideosQuery(channel.id));
  const nowMs = serverTime(useNow(60_000));
  const [next] = upcoming;
  const latest = videos.data && itemsOf(videos.data.pages).find(isForAll);
  return (
    // At the lower edge, so that the centre does not move.
    <div className="absolute inset-x-3 bottom-3 flex items-center justify-center gap-x-4">
      {next && (
        <p className="min-w-0 truncate text-sm text-white/80">
          {rich('whileOffline.nextLive', {
            time: whenWords(next, nowMs),
            when: (text) => <time dateTime={next.starts_at}>{text}</time>,
          })}
        </p>
      )}
      {latest && (
        <ButtonLink to={paths.video(latest.username, latest.id)} size="sm">
          <Play className="size-4" />
          {t('whileOffline.watchLatest')}
        </ButtonLink>
      )}
    </div>
  );
}
