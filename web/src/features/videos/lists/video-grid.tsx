import type { ReactNode } from 'react';
import type { NamedVideo, Video } from '../../../../../shared/videos/videos.ts';
import { useNow } from '../../../lib/hooks/browser-hooks.ts';
import { GrowingList, type ListProps } from '../../../ui/states/growing-list.tsx';
import { VideoCard, VideoCardSkeleton } from './video-card.tsx';

// By its own width: beside a chat there is less room than the screen's width tells.
const COLUMNS = 'grid grid-cols-1 gap-x-4 gap-y-6 @md:grid-cols-2 @3xl:grid-cols-3 @6xl:grid-cols-4';
const AGES_CHANGE_EVERY_MS = 60_000;

interface VideoGridProps {
  readonly videos: readonly (Video | NamedVideo)[];
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
  /** What its owner can do with a video. */
  readonly menuOf?: (video: Video) => ReactNode;
}

/** Videos in 1 to 4 columns. */
export function VideoGrid({ videos, level = 3, menuOf }: VideoGridProps) {
  const nowMs = useNow(AGES_CHANGE_EVERY_MS);
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {videos.map((video) => (
          <li key={video.id} className="min-w-0">
            <VideoCard video={video} level={level} nowMs={nowMs} menu={menuOf?.(video)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The shape of a grid that is loading. */
export function VideoGridSkeleton() {
  return (
    <div className="@container">
      <div className={COLUMNS}>
        {[0, 1, 2, 3].map((card) => (
          <VideoCardSkeleton key={card} />
        ))}
      </div>
    </div>
  );
}

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
