import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CompareBar } from '#web/features/fans/compare/compare-bar.tsx';
import { FanGrid, FanGridSkeleton } from '#web/features/fans/fan-grid.tsx';
import { type FanQuery, foundFansQuery } from '#web/features/fans/fans.queries.ts';
import { queryOf, rangeWords } from '#web/features/fans/find/fan-search.ts';
import { FilterForm } from '#web/features/fans/find/filter-form.tsx';
import { type Units, UnitsSwitch, useUnits } from '#web/features/fans/units/units.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { FanPageHeader } from './fan-page-header.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /fans: searches fans. The address holds all filters. */
export function FansPage() {
  useDocumentTitle(t('fans.fans'));
  const [search, setSearch] = useSearchParams();
  const [units, chooseUnits] = useUnits();
  const user = useSession()?.user;
  const question = queryOf(search);
  const criteria = rangeWords(search, units);
  return (
    <>
      <FanPageHeader title={t('fans.fans')} beside={<UnitsSwitch units={units} onChoose={chooseUnits} />}>
        {t('fans.fansIntro')}
      </FanPageHeader>
      {user && (
        <ButtonLink variant="secondary" size="sm" to={paths.fanCollection(user.username)} className="mb-4">
          {t('fans.yourCollection')}
        </ButtonLink>
      )}
      {/* Resets the form when the address or units change. */}
      <FilterForm key={`${search} ${units}`} search={search} units={units} onFind={setSearch} />
      {criteria.length > 0 && (
        <p className="mt-4 text-sm text-soft">{criteria.map(({ words }) => words).join(' · ')}</p>
      )}
      <div className="mt-4">
        <FoundFans key={JSON.stringify(question)} question={question} units={units} />
      </div>
      <CompareBar />
    </>
  );
}

/** A page of results may be empty; this many are loaded automatically. */
const MAX_EMPTY_PAGES = 5;

function FoundFans({ question, units }: { readonly question: FanQuery; readonly units: Units }) {
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
      title={isSearchingOn ? t('fans.searching') : t('fans.noMatchesYet')}
      action={
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('fans.keepSearching')}
        </Button>
      }
    >
      {t('fans.searchIncomplete')}
    </EmptyState>
  ) : (
    <EmptyState icon={<SearchX className="size-6" />} title={t('fans.noMatches')}>
      {t('fans.noMatchesHint')}
    </EmptyState>
  );
  return (
    <>
      <p role="status" className="mb-4 block min-h-6 text-soft">
        {data && summary(found, hasNextPage)}
      </p>
      <GrowingList failure={t('fans.loadFailed')} list={list} skeleton={<FanGridSkeleton />} empty={empty}>
        {(fans) => <FanGrid fans={fans} units={units} />}
      </GrowingList>
    </>
  );
}

const summary = (found: number, hasMore: boolean): string =>
  hasMore ? t('fans.foundSoFar', { count: found }) : t('fans.found', { count: found });
