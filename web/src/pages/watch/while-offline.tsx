import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { useUpcoming } from '#web/features/schedules/schedules.queries.ts';
import { whenWords } from '#web/features/schedules/when-words.ts';
import { channelVideosQuery } from '#web/features/videos/videos.queries.ts';
import { itemsOf } from '#web/lib/api/api.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import type { useEnded } from '#web/lib/hooks/use-ended.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** The owner's list contains other videos too. */
const isForAll = ({ status, visibility }: Video): boolean => status === 'ready' && visibility === 'public';

/** Recordings end up to this time before the broadcast does, which waits for an interrupted encoder. */
const RECORDED_BEFORE_END_MS = 5 * MINUTE_MS;
/** A replay is published within this time, if the broadcast has one. */
const REPLAY_WITHIN_MS = 3 * MINUTE_MS;

/** Whether it is the replay of a broadcast that ended then. */
const isReplayOf = ({ kind, created_at, duration_s }: Video, endedAtMs: number): boolean =>
  kind === 'replay' && Date.parse(created_at) + (duration_s ?? 0) * 1000 > endedAtMs - RECORDED_BEFORE_END_MS;

interface WhileOfflineProps {
  readonly channel: Channel;
  /** The end of the broadcast that this page has seen. */
  readonly ended: ReturnType<typeof useEnded>;
}

/** Shows the next broadcast and latest video of an offline channel; after a broadcast its replay. */
export function WhileOffline({ channel, ended }: WhileOfflineProps) {
  const { data: upcoming = [] } = useUpcoming(channel.id);
  const videos = useInfiniteQuery(channelVideosQuery(channel.id));
  const nowMs = serverTime(useNow(60_000));
  const [next] = upcoming;
  const latest = videos.data && itemsOf(videos.data.pages).find(isForAll);
  const isReplay = ended !== null && latest !== undefined && isReplayOf(latest, ended.atMs);
  const isAwaited = ended?.isKept && !isReplay && nowMs < ended.atMs + REPLAY_WITHIN_MS;
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
      {isAwaited && <p className="text-sm text-white/80">{t('whileOffline.replaySoon')}</p>}
      {latest && !isAwaited && (
        <ButtonLink to={paths.video(latest.username, latest.id)} size="sm">
          <Play className="size-4" />
          {isReplay ? t('common.watchReplay') : t('whileOffline.watchLatest')}
        </ButtonLink>
      )}
    </div>
  );
}
