import type { Channel } from '../../../../shared/channels/streamers.ts';
import { GrowingList, type ListProps } from '../../ui/states/growing-list.tsx';
import { StreamGrid, StreamGridSkeleton } from './stream-grid.tsx';

interface StreamPagesProps extends ListProps<Channel> {
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
}

/** A list of channels that grows page by page. */
export const StreamPages = ({ level = 2, ...list }: StreamPagesProps) => (
  <GrowingList what="channels" skeleton={<StreamGridSkeleton />} {...list}>
    {(channels) => <StreamGrid channels={channels} level={level} />}
  </GrowingList>
);
