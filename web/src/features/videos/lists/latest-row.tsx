import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState } from '../../../ui/states/failure-state.tsx';
import { VideoGrid } from './video-grid.tsx';
import { latestVideosQuery } from '../videos.queries.ts';
import { itemsOf } from '../../../lib/api/pages.ts';

const SHOWN = 8;

interface LatestRowProps {
  /** Puts a heading above them. */
  readonly frame: (videos: ReactNode) => ReactNode;
}

/** The first of the latest videos; nothing while there are none. */
export function LatestRow({ frame }: LatestRowProps) {
  const list = useInfiniteQuery(latestVideosQuery());
  if (list.isPending) return null;
  if (!list.data) return frame(<FailureState title="The latest videos could not be loaded" query={list} />);
  const videos = itemsOf(list.data.pages).slice(0, SHOWN);
  return videos.length > 0 && frame(<VideoGrid videos={videos} />);
}
