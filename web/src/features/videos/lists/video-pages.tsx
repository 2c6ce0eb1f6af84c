import type { ReactNode } from 'react';
import type { NamedVideo, Video } from '../../../../../shared/videos/videos.ts';
import { GrowingList, type ListProps } from '../../../ui/states/growing-list.tsx';
import { VideoGrid, VideoGridSkeleton } from './video-grid.tsx';

interface VideoPagesProps extends ListProps<Video | NamedVideo> {
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
  /** What its owner can do with a video. */
  readonly menuOf?: (video: Video) => ReactNode;
}

/** A list of videos that grows page by page. */
export const VideoPages = ({ list, empty, ...grid }: VideoPagesProps) => (
  <GrowingList what="videos" skeleton={<VideoGridSkeleton />} list={list} empty={empty}>
    {(videos) => <VideoGrid videos={videos} {...grid} />}
  </GrowingList>
);
