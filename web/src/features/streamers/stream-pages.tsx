import { type ReactNode, useEffect, useRef } from 'react';
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
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Shows when there is no channel. */
  readonly empty: ReactNode;
}

/** A list of channels that grows page by page. */
export function StreamPages({ pages, list, empty }: StreamPagesProps) {
  const channels = channelsOf(pages);
  const { box, focusNext } = useFocusOnNext(channels.length, list.isFetchNextPageError);
  if (channels.length === 0) return empty;
  const loadMore = () => {
    focusNext();
    list.fetchNextPage();
  };
  return (
    <div ref={box}>
      <StreamGrid channels={channels} level={2} />
      {list.hasNextPage && (
        <div className="mt-8 text-center">
          {list.isFetchNextPageError && (
            <p role="alert" className="mb-3 text-danger">
              More channels could not be loaded.
            </p>
          )}
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={loadMore}>
            {list.isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Takes the keyboard to the first card that "Load more" brought; the button may be gone by then. */
function useFocusOnNext(shown: number, hasFailed: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (hasFailed) from.current = null;
    if (from.current === null || shown <= from.current) return;
    box.current?.querySelectorAll('a')[from.current]?.focus();
    from.current = null;
  }, [shown, hasFailed]);
  const focusNext = () => {
    from.current = shown;
  };
  return { box, focusNext };
}
