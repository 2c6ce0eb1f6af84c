import { type ReactNode, useRef } from 'react';
import type { Channel } from '../../../../shared/streamers.ts';
import type { Page } from '../../lib/api/api.ts';
import { LoadMore } from '../../ui/states/load-more.tsx';
import { itemsOf } from '../../lib/api/pages.ts';
import { StreamGrid } from './stream-grid.tsx';

interface StreamPagesProps {
  readonly pages: readonly Page<Channel>[];
  /** The query that the pages come from. */
  readonly list: Parameters<typeof LoadMore>[0]['list'];
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
  /** Stands above them. */
  readonly above?: ReactNode;
  /** Shows when there is no channel. */
  readonly empty: ReactNode;
}

/** A list of channels that grows page by page. */
export function StreamPages({ pages, list, level = 2, above, empty }: StreamPagesProps) {
  const channels = itemsOf(pages);
  const box = useRef<HTMLDivElement>(null);
  if (channels.length === 0) return empty;
  return (
    <>
      {above}
      <div ref={box}>
        <StreamGrid channels={channels} level={level} />
        <LoadMore what="channels" shown={channels.length} box={box} list={list} />
      </div>
    </>
  );
}
