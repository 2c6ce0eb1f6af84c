import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import type { PublishedVideo } from '#shared/channels/library.ts';
import { ClipsOfChannels } from '#web/features/clips/lists/clips-of-channels.tsx';
import { noteVisit, publishedQuery } from '#web/features/library/published.queries.ts';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { UpcomingOfChannels } from '#web/features/schedules/upcoming-of-channels.tsx';
import { VideoGrid, VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Section } from '#web/ui/section.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';

/** Clips and plans are read of so many channels, which bounds the cost. */
const MAX_CHANNELS = 6;

/** What followed channels have published: since the last visit, and before; and what they plan. */
export function Published({ channels }: { readonly channels: readonly Channel[] }) {
  const list = useInfiniteQuery(publishedQuery());
  useVisit(list.isSuccess);
  const active = mostActive(channels, itemsOf(list.data?.pages ?? []));
  const empty = (
    <Section title={t('library.newSinceVisit')}>
      <p className="text-soft">{t('library.nonePublished')}</p>
    </Section>
  );
  return (
    <>
      <div>
        <GrowingList
          failure={t('library.publishedLoadFailed')}
          skeleton={<VideoGridSkeleton />}
          list={list}
          empty={empty}
        >
          {(videos) => <Videos videos={videos} />}
        </GrowingList>
      </div>
      {!list.isPending && (
        <>
          <ClipsOfChannels
            channelIds={active.map(({ id }) => id)}
            frame={(clips) => <Section title={t('library.newClips')}>{clips}</Section>}
          />
          <UpcomingOfChannels
            channels={active}
            frame={(broadcasts) => <Section title={t('library.upcoming')}>{broadcasts}</Section>}
          />
        </>
      )}
    </>
  );
}

function Videos({ videos }: { readonly videos: readonly PublishedVideo[] }) {
  const menus = useSaveMenus();
  const fresh = videos.filter(({ is_new }) => is_new);
  const seen = videos.filter(({ is_new }) => !is_new);
  return (
    <div className="space-y-10">
      <Section title={t('library.newSinceVisit')}>
        {fresh.length > 0 ? (
          <VideoGrid videos={fresh} {...menus} />
        ) : (
          <p className="text-soft">{t('library.nothingNew')}</p>
        )}
      </Section>
      {seen.length > 0 && (
        <Section title={t('library.seenBefore')}>
          <VideoGrid videos={seen} {...menus} />
        </Section>
      )}
    </div>
  );
}

/** Those that published last, then the live ones. */
function mostActive(channels: readonly Channel[], videos: readonly PublishedVideo[]): readonly Channel[] {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const published = videos.flatMap(({ channel_id }) => byId.get(channel_id) ?? []);
  return [...new Set([...published, ...channels])].slice(0, MAX_CHANNELS);
}

/** Who leaves sooner has not seen the page. */
const SEEN_AFTER_MS = 3000;

function useVisit(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      noteVisit().catch((error: unknown) => console.error('Error noting the visit', error));
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
}
