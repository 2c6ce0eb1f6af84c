import { useInfiniteQuery } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { latestVideosQuery } from '../videos.queries.ts';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { VideoGrid, type VideoGridProps, VideoPages } from './video-grid.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The videos of all channels, newest first. */
export function LatestVideos(menus: Pick<VideoGridProps, 'menuOf'>) {
  const list = useInfiniteQuery(latestVideosQuery());
  const empty = (
    <EmptyState icon={<Film className="size-6" />} title={t('videos.none')}>
      {t('videos.noneHint')}
    </EmptyState>
  );
  return <VideoPages list={list} level={2} empty={empty} {...menus} />;
}

const MAX_VIDEOS = 8;

export interface LatestRowProps extends Pick<VideoGridProps, 'menuOf'> {
  /** Wraps the videos with a heading. */
  readonly frame: (videos: ReactNode) => ReactNode;
}

/** The first of the latest videos. Hidden without any. */
export function LatestRow({ frame, ...menus }: LatestRowProps) {
  const list = useInfiniteQuery(latestVideosQuery());
  if (list.isPending) return null;
  if (!list.data) return frame(<FailureState title={t('videos.latestLoadFailed')} query={list} />);
  const videos = itemsOf(list.data.pages).slice(0, MAX_VIDEOS);
  return videos.length > 0 && frame(<VideoGrid videos={videos} {...menus} />);
}
