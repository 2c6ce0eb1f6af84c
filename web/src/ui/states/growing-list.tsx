import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { itemsOf, type Page } from '../../lib/api/api.ts';
import { Button } from '../button.tsx';
import type { FailedQuery } from './failure-state.tsx';
import { Loaded } from './loaded.tsx';

/** A query whose answer comes page by page. */
interface PagedQuery<T> extends FailedQuery {
  readonly data: { readonly pages: readonly Page<T>[] } | undefined;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Of a list of a certain kind: what differs from one to the next. */
export interface ListProps<T> {
  readonly list: PagedQuery<T>;
  /** Shows when there is no entry. */
  readonly empty: ReactNode;
  /** Stands above the entries. */
  readonly above?: ReactNode;
}

interface GrowingListProps<T> extends ListProps<T> {
  /** "channels": names what could not be loaded. */
  readonly what: string;
  readonly skeleton: ReactNode;
  /** The entries, each of which has a link. */
  readonly children: (items: readonly T[]) => ReactNode;
}

/** A list that grows page by page, by the button beneath it. */
export function GrowingList<T extends { readonly id: string }>(props: GrowingListProps<T>) {
  const { what, list, skeleton, empty, above, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const items = itemsOf(list.data?.pages ?? []);
  return (
    <Loaded query={list} failure={`The ${what} could not be loaded`} skeleton={skeleton}>
      {() =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {above}
            <div ref={box}>
              {children(items)}
              <LoadMore what={what} visible={items.length} box={box} list={list} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

interface LoadMoreProps {
  readonly what: string;
  readonly visible: number;
  /** Around the entries. */
  readonly box: RefObject<HTMLElement | null>;
  /** Finds in the box what of each entry takes the keyboard. @default its link */
  readonly entry?: string;
  readonly list: Omit<PagedQuery<unknown>, 'data'>;
}

/** The button beneath a list that grows. Nothing on the last page. */
export function LoadMore({ what, visible, box, entry = 'a', list }: LoadMoreProps) {
  const focusNext = useFocusOnNext(box, { entry, visible, hasFailed: list.isFetchNextPageError });
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
function useFocusOnNext(
  box: RefObject<HTMLElement | null>,
  { entry, visible, hasFailed }: { entry: string; visible: number; hasFailed: boolean },
): () => void {
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (hasFailed) from.current = null;
    if (from.current === null || visible <= from.current) return;
    box.current?.querySelectorAll<HTMLElement>(entry)[from.current]?.focus();
    from.current = null;
  }, [box, entry, visible, hasFailed]);
  return () => {
    from.current = visible;
  };
}
