import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CaseCard } from '#web/features/moderation/case-card.tsx';
import { casesQuery } from '#web/features/moderation/moderation.queries.ts';
import { ApiFailure } from '#web/lib/api/api.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import { t } from '#web/lib/i18n/messages.ts';

type State = 'open' | 'decided';

const NONE: Readonly<Record<State, string>> = {
  open: t('moderation.noOpenCases'),
  decided: t('moderation.noDecidedCases'),
};

/** /moderation: for site moderators; not found for others. */
export function ModerationPage() {
  const isSignedIn = useSession() !== null;
  return isSignedIn ? <Queue /> : <NotFoundPage />;
}

function Queue() {
  useDocumentTitle(t('moderation.title'));
  const [state, setState] = useState<State>('open');
  const { error } = useInfiniteQuery(casesQuery('open'));
  if (error instanceof ApiFailure && error.status === 403) return <NotFoundPage />;
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-4 text-2xl font-bold">{t('moderation.title')}</h1>
      <Tabs
        label={t('moderation.cases')}
        open={state}
        onOpen={setState}
        tabs={[
          { key: 'open', label: t('moderation.openCases'), panel: <Cases state="open" /> },
          { key: 'decided', label: t('moderation.decidedCases'), panel: <Cases state="decided" /> },
        ]}
      />
    </div>
  );
}

function Cases({ state }: { readonly state: State }) {
  const query = useInfiniteQuery(casesQuery(state));
  const box = useRef<HTMLDivElement>(null);
  return (
    <Loaded query={query} failure={t('moderation.casesLoadFailed')}>
      {({ pages }) => {
        const cases = pages.flatMap((page) => page.cases);
        if (cases.length === 0) return <p className="text-soft">{NONE[state]}</p>;
        return (
          <div ref={box} className="space-y-4">
            {cases.map((one) => (
              <CaseCard key={one.id} one={one} />
            ))}
            <LoadMore visible={cases.length} box={box} entry="article h2 a" list={query} />
          </div>
        );
      }}
    </Loaded>
  );
}
