import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ChainCheck } from '#web/features/moderation/transparency/chain-check.tsx';
import { LogCounts, LogEntries } from '#web/features/moderation/transparency/log-entries.tsx';
import { entriesQuery, logSummaryQuery } from '#web/features/moderation/transparency/transparency.queries.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { copy } from '#web/ui/overlays/copy-and-share.ts';
import { Button } from '#web/ui/button.tsx';
import { PageText } from '#web/ui/page-text.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import type { LogSummary } from '#shared/community/transparency.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** /transparency: moderation actions without personal data, and an integrity check. */
export function TransparencyPage() {
  useDocumentTitle(t('transparency.title'));
  const query = useQuery(logSummaryQuery());
  return (
    <div className="mx-auto max-w-3xl">
      <PageText title={t('transparency.title')}>
        <p>{t('transparency.intro')}</p>
      </PageText>
      <Loaded query={query} failure={t('transparency.loadFailed')}>
        {(summary) => <Log {...summary} />}
      </Loaded>
    </div>
  );
}

function Log({ head, counts }: LogSummary) {
  if (!head) return <p className="text-soft">{t('transparency.empty')}</p>;
  return (
    <div className="space-y-10">
      <ChainCheck line={head.line} />
      <Section title={t('transparency.latestEntry')}>
        <p className="text-sm text-soft">{t('transparency.latestEntryHint')}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 basis-64 rounded-md bg-raised px-3 py-2 font-mono text-xs wrap-anywhere">
            {head.line}
          </code>
          <Button variant="secondary" onClick={() => void copy(head.line)}>
            {t('common.copy')}
          </Button>
        </div>
      </Section>
      <Section title={t('transparency.counts')}>
        <LogCounts counts={counts} />
      </Section>
      <Section title={t('transparency.latestEntries')}>
        <Entries seq={head.seq} />
      </Section>
    </div>
  );
}

function Entries({ seq }: { readonly seq: number }) {
  const query = useInfiniteQuery(entriesQuery(seq));
  const box = useRef<HTMLDivElement>(null);
  return (
    <Loaded query={query} failure={t('transparency.entriesLoadFailed')}>
      {({ pages }) => (
        <div ref={box}>
          <LogEntries entries={pages.flat()} />
          <LoadMore visible={pages.flat().length} box={box} entry="li" list={query} />
        </div>
      )}
    </Loaded>
  );
}
