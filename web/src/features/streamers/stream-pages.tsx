import type { ReactNode } from 'react';
import type { Channel } from '../../../../shared/streamers.ts';
import type { Page } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { channelsOf } from './channels-of.ts';
import { StreamGrid } from './stream-grid.tsx';

interface StreamPagesProps {
  readonly pages: readonly Page<Channel>[];
  /** The query that the pages come from. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Shows when there is no channel. */
  readonly empty: ReactNode;
}

/** A list of channels that grows page by page. */
export function StreamPages({ pages, list, empty }: StreamPagesProps) {
  const channels = channelsOf(pages);
  if (channels.length === 0) return empty;
  return (
    <>
      <StreamGrid channels={channels} level={2} />
      {list.hasNextPage && (
        <div className="mt-8 text-center">
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
