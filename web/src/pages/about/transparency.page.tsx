import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ChainCheck } from '../../features/moderation/transparency/chain-check.tsx';
import { LogCounts, LogEntries } from '../../features/moderation/transparency/log-entries.tsx';
import {
  entriesQuery,
  logSummaryQuery,
} from '../../features/moderation/transparency/transparency.queries.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { copy } from '../../ui/overlays/copy-and-share.ts';
import { Button } from '../../ui/button.tsx';
import { PageText } from '../../ui/page-text.tsx';
import { Section } from '../../ui/section.tsx';
import { LoadMore } from '../../ui/states/growing-list.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import type { LogSummary } from '../../../../shared/community/transparency.ts';

/** /transparency: moderation actions without personal data, and an integrity check. */
export function TransparencyPage() {
  useDocumentTitle('Transparency');
  const query = useQuery(logSummaryQuery());
  return (
    <div className="mx-auto max-w-3xl">
      <PageText title="Transparency">
        <p>
          Everything that the moderators of Fanfare decide is written into a log that only grows. Each entry
          has the SHA-256 of the one before, so that none can be changed, left out or put in without all that
          follow it showing that. It names nobody.
        </p>
      </PageText>
      <Loaded query={query} failure="The log could not be loaded.">
        {(summary) => <Log {...summary} />}
      </Loaded>
    </div>
  );
}

function Log({ head, counts }: LogSummary) {
  if (!head) return <p className="text-soft">Nothing had to be done yet.</p>;
  return (
    <div className="space-y-10">
      <ChainCheck line={head.line} />
      <Section title="The newest entry, in a line to keep">
        <p className="text-sm text-soft">
          Whoever keeps it, on paper or in a mail, can tell later whether the past was rewritten.
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 basis-64 rounded-md bg-raised px-3 py-2 font-mono text-xs wrap-anywhere">
            {head.line}
          </code>
          <Button variant="secondary" onClick={() => void copy(head.line)}>
            Copy
          </Button>
        </div>
      </Section>
      <Section title="What was done, and why">
        <LogCounts counts={counts} />
      </Section>
      <Section title="The latest entries">
        <Entries seq={head.seq} />
      </Section>
    </div>
  );
}

function Entries({ seq }: { readonly seq: number }) {
  const query = useInfiniteQuery(entriesQuery(seq));
  const box = useRef<HTMLDivElement>(null);
  return (
    <Loaded query={query} failure="The entries could not be loaded.">
      {({ pages }) => (
        <div ref={box}>
          <LogEntries entries={pages.flat()} />
          <LoadMore what="entries" visible={pages.flat().length} box={box} entry="li" list={query} />
        </div>
      )}
    </Loaded>
  );
}
