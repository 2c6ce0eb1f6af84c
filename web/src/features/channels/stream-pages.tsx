import type { Channel } from '#shared/channels/channels.ts';
import { GrowingList, type ListProps } from '#web/ui/states/growing-list.tsx';
import { StreamGrid, StreamGridSkeleton } from './stream-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamPagesProps extends ListProps<Channel> {
  readonly level?: 2 | 3;
}

export const StreamPages = ({ level = 2, ...list }: StreamPagesProps) => (
  <GrowingList failure={t('browse.loadFailed')} skeleton={<StreamGridSkeleton />} {...list}>
    {(channels) => <StreamGrid channels={channels} level={level} />}
  </GrowingList>
);
