import { type ReactNode, useRef } from 'react';
import type { NamedVideo, Video } from '../../../../../shared/videos.ts';
import type { Page } from '../../../lib/api/api.ts';
import { FailureState } from '../../../ui/states/failure-state.tsx';
import { LoadMore } from '../../../ui/states/load-more.tsx';
import { Loading } from '../../../ui/states/loading.tsx';
import { VideoGrid, VideoGridSkeleton } from './video-grid.tsx';
import { itemsOf } from '../../../lib/api/pages.ts';

interface VideoPagesProps {
  /** The query that the pages come from. */
  readonly list: Parameters<typeof LoadMore>[0]['list'] & {
    readonly data: { readonly pages: readonly Page<Video | NamedVideo>[] } | undefined;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
  /** What its owner can do with a video. */
  readonly menuOf?: (video: Video) => ReactNode;
  /** Shows when there is no video. */
  readonly empty: ReactNode;
}

/** A list of videos that grows page by page. */
export function VideoPages({ list, empty, ...grid }: VideoPagesProps) {
  const box = useRef<HTMLDivElement>(null);
  if (list.isPending) {
    return (
      <Loading>
        <VideoGridSkeleton />
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <FailureState
        title="The videos could not be loaded"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const videos = itemsOf(list.data.pages);
  if (videos.length === 0) return empty;
  return (
    <div ref={box}>
      <VideoGrid videos={videos} {...grid} />
      <LoadMore what="videos" shown={videos.length} box={box} list={list} />
    </div>
  );
}
