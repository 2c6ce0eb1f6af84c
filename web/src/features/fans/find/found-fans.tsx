import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { itemsOf } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { GrowingList } from '../../../ui/states/growing-list.tsx';
import { FanGrid, FanGridSkeleton } from '../fan-grid.tsx';
import { type FanQuery, foundFansQuery } from '../fans.queries.ts';
import type { Units } from '../units/units.ts';

/** A page of results may be empty; this many are loaded automatically. */
const MAX_EMPTY_PAGES = 5;

export function FoundFans({ question, units }: { readonly question: FanQuery; readonly units: Units }) {
  const list = useInfiniteQuery(foundFansQuery(question));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const pages = data?.pages ?? [];
  const found = itemsOf(pages).length;
  const isSearchingOn =
    found === 0 && hasNextPage && !isFetchNextPageError && pages.length > 0 && pages.length < MAX_EMPTY_PAGES;
  useEffect(() => {
    if (isSearchingOn && !isFetchingNextPage) void fetchNextPage();
  }, [isSearchingOn, isFetchingNextPage, fetchNextPage]);
  const empty = hasNextPage ? (
    <EmptyState
      icon={<SearchX className="size-6" />}
      title={isSearchingOn ? 'Looking...' : 'None fits so far'}
      action={
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Look further
        </Button>
      }
    >
      Many fans were looked at, and there are more.
    </EmptyState>
  ) : (
    <EmptyState icon={<SearchX className="size-6" />} title="No fan fits">
      Try fewer words, or a wider range.
    </EmptyState>
  );
  return (
    <>
      <output className="mb-4 block min-h-6 text-soft">{data && summary(found, hasNextPage)}</output>
      <GrowingList what="fans" list={list} skeleton={<FanGridSkeleton />} empty={empty}>
        {(fans) => <FanGrid fans={fans} units={units} />}
      </GrowingList>
    </>
  );
}

const summary = (found: number, hasMore: boolean): string =>
  `${found} ${found === 1 ? 'fan' : 'fans'}${hasMore ? ' so far' : ''}`;
