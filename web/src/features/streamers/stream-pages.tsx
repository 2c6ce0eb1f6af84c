import type { Channel } from '../../../../shared/channels/streamers.ts';
import { GrowingList, type ListProps } from '../../ui/states/growing-list.tsx';
import { StreamGrid, StreamGridSkeleton } from './stream-grid.tsx';

interface StreamPagesProps extends ListProps<Channel> {
  readonly level?: 2 | 3;
}

export const StreamPages = ({ level = 2, ...list }: StreamPagesProps) => (
  <GrowingList what="channels" skeleton={<StreamGridSkeleton />} {...list}>
    {(channels) => <StreamGrid channels={channels} level={level} />}
  </GrowingList>
);
