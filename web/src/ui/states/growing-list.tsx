import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { itemsOf, type Page } from '#web/lib/api/api.ts';
import { Button } from '../button.tsx';
import type { FailedQuery } from './failure-state.tsx';
import { Loaded } from './loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface PagedQuery<T> extends FailedQuery {
  readonly data: { readonly pages: readonly Page<T>[] } | undefined;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

export interface ListProps<T> {
  readonly list: PagedQuery<T>;
  readonly empty: ReactNode;
  readonly above?: ReactNode;
}

interface GrowingListProps<T> extends ListProps<T> {
  readonly failure: string;
  readonly skeleton: ReactNode;
  /** Each entry needs a link. */
  readonly children: (items: readonly T[]) => ReactNode;
}

export function GrowingList<T extends { readonly id: string }>(props: GrowingListProps<T>) {
  const { failure, list, skeleton, empty, above, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const items = itemsOf(list.data?.pages ?? []);
  return (
    <Loaded query={list} failure={failure} skeleton={skeleton}>
      {() =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {above}
            <div ref={box}>
              {children(items)}
              <LoadMore visible={items.length} box={box} list={list} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

interface LoadMoreProps {
  readonly visible: number;
  readonly box: RefObject<HTMLElement | null>;
  /** The selector of an entry's focus target. @default its link */
  readonly entry?: string;
  readonly list: Omit<PagedQuery<unknown>, 'data'>;
}

/** The button of a paged list. Absent on the last page. */
export function LoadMore({ visible, box, entry = 'a', list }: LoadMoreProps) {
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
          {t('common.loadMoreFailed')}
        </p>
      )}
      <Button variant="secondary" busy={list.isFetchingNextPage} onClick={loadMore}>
        {list.isFetchNextPageError ? t('common.tryAgain') : t('common.loadMore')}
      </Button>
    </div>
  );
}

/** Focuses the first new entry, because the button may disappear. */
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
