import { useInfiniteQuery } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { VideoPages } from './video-pages.tsx';
import { latestVideosQuery } from '../videos.queries.ts';

/** The videos and replays of all channels, newest first. */
export function LatestVideos() {
  const list = useInfiniteQuery(latestVideosQuery());
  const empty = (
    <EmptyState icon={<Film className="size-6" />} title="No videos yet">
      What people publish, and replays of streams that have ended, will be here.
    </EmptyState>
  );
  return <VideoPages list={list} level={2} empty={empty} />;
}
