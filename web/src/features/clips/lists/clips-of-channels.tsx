import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clipsWithout, useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { callPage } from '#web/lib/api/api.ts';
import { ClipGrid } from './clip-grid.tsx';

/** Of each channel. */
const MAX_CLIPS = 4;
const MAX_VISIBLE = 10;

const newestClipsQuery = (channel: string) =>
  queryOptions({
    queryKey: ['clips', 'newest', channel],
    queryFn: ({ signal }) => callPage('GET /clips', { query: { channel, limit: MAX_CLIPS }, signal }),
    meta: { failureLog: 'Error fetching clips' },
  });

interface ClipsOfChannelsProps {
  readonly channelIds: readonly string[];
  /** Wraps the clips with a heading. */
  readonly frame: (clips: ReactNode) => ReactNode;
}

/** The newest clips of a few channels. Hidden without any. */
export function ClipsOfChannels({ channelIds, frame }: ClipsOfChannelsProps) {
  const lists = useQueries({ queries: channelIds.map(newestClipsQuery) });
  const usernames = useHiddenNames();
  const found = lists.flatMap(({ data }) => data?.items ?? []);
  const clips = clipsWithout(found, usernames)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, MAX_VISIBLE);
  return clips.length > 0 && frame(<ClipGrid clips={clips} />);
}
