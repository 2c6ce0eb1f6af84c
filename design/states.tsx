import { Fan } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CapNotice } from '#web/ui/states/cap-notice.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Boundary, ErrorBoundary } from '#web/ui/states/error-boundary.tsx';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { GrowingList, LoadMore } from '#web/ui/states/growing-list.tsx';
import { FailureLine, Loaded } from '#web/ui/states/loaded.tsx';
import { Loading, Skeleton } from '#web/ui/states/loading.tsx';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import { FAILED, LOADED, PAGED, PENDING, type Specimens } from './specimens.ts';

function Crashed(): never {
  throw new Error('A component that always fails');
}

function FailedList() {
  const box = useRef<HTMLDivElement>(null);
  return <LoadMore visible={1} box={box} list={{ ...PAGED, isFetchNextPageError: true }} />;
}

const inCard = (query: typeof FAILED | typeof LOADED) => (
  <Loaded<string> query={query} failure="Not loaded" isInCard skeleton={<Skeleton className="h-10" />}>
    {(text) => text}
  </Loaded>
);

export const STATES: Specimens = {
  Loading: (
    <>
      <Loading />
      <Loading>
        <Skeleton className="h-10" />
      </Loading>
    </>
  ),
  Loaded: (
    <>
      {inCard(PENDING)}
      {inCard(FAILED)}
      {inCard(LOADED)}
    </>
  ),
  failures: (
    <>
      <FailureState title="The channels could not be loaded" query={FAILED} />
      <FailureState title="Tries again" query={{ ...FAILED, isFetching: true }} />
      <FailureLine title="In a card" query={FAILED} />
    </>
  ),
  EmptyState: (
    <EmptyState icon={<Fan />} title="No fans" action={<Button>Add one</Button>}>
      Fans that you add are here.
    </EmptyState>
  ),
  MissingPage: (
    <MissingPage title="No such page" to="/" action="Home">
      The address may be wrong.
    </MissingPage>
  ),
  GrowingList: (
    <>
      <GrowingList list={PAGED} failure="Not loaded" skeleton={null} empty={null}>
        {(items) => items.map(({ id }) => <p key={id}>Entry {id}</p>)}
      </GrowingList>
      <FailedList />
    </>
  ),
  ProgressBar: (
    <>
      <ProgressBar label="Nothing" share={0} />
      <ProgressBar label="A third" share={1 / 3} />
      <ProgressBar label="All" share={1} />
    </>
  ),
  CapNotice: <CapNotice words="Your channel may broadcast again next month." />,
  ErrorBoundary: (
    <>
      <ErrorBoundary>
        <Crashed />
      </ErrorBoundary>
      <Boundary failed={() => 'A part that failed'}>
        <Crashed />
      </Boundary>
    </>
  ),
};
