import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';

interface LoadMoreProps {
  /** "channels": names what could not be loaded. */
  readonly what: string;
  /** How many entries there are. */
  readonly shown: number;
  /** Around the entries, each of which has a link. */
  readonly box: RefObject<HTMLElement | null>;
  /** The query that the pages come from. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The button beneath a list that grows page by page; nothing on its last page. */
export function LoadMore({ what, shown, box, list }: LoadMoreProps) {
  const focusNext = useFocusOnNext(box, shown, list.isFetchNextPageError);
  if (!list.hasNextPage) return null;
  const loadMore = () => {
    focusNext();
    list.fetchNextPage();
  };
  return (
    <div className="mt-8 text-center">
      {list.isFetchNextPageError && (
        <p role="alert" className="mb-3 text-danger">
          More {what} could not be loaded.
        </p>
      )}
      <Button variant="secondary" busy={list.isFetchingNextPage} onClick={loadMore}>
        {list.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  );
}

/** Takes the keyboard to the first entry that "Load more" brought; the button may be gone by then. */
function useFocusOnNext(box: RefObject<HTMLElement | null>, shown: number, hasFailed: boolean): () => void {
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (hasFailed) from.current = null;
    if (from.current === null || shown <= from.current) return;
    box.current?.querySelectorAll('a')[from.current]?.focus();
    from.current = null;
  }, [box, shown, hasFailed]);
  return () => {
    from.current = shown;
  };
}
