import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Removal } from '#shared/community/reports.ts';
import { call } from '#web/lib/api/api.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { reasonText } from '../report-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface RemovalNotesProps {
  readonly id: string;
  /** Text if it was not itself removed. */
  readonly otherwise?: string;
}

/** Shows owners what moderators removed, and why. */
export function RemovalNotes({ id, otherwise = '' }: RemovalNotesProps) {
  const removals = useQuery(removalsQuery(id)).data;
  if (!removals) return null;
  if (removals.length === 0) return otherwise && <p className={BOX}>{otherwise}</p>;
  return removals.map((removal) => <RemovalNote key={removal.kind} removal={removal} />);
}

const BOX = 'card p-4';

function RemovalNote({ removal: { kind, reason, words, at } }: { readonly removal: Removal }) {
  return (
    <section aria-label={t('moderation.removed')} className={`${BOX} space-y-2`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{t('moderation.removed')}</Badge>
        <time dateTime={at} className="text-sm text-soft">
          {formatShortDay(at)}
        </time>
      </p>
      <p>{t('moderation.removalNote', { kind, reason: reasonText(reason ?? 'other') })}</p>
      {words && (
        <blockquote
          dir="auto"
          className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line text-soft"
        >
          {words}
        </blockquote>
      )}
    </section>
  );
}

const removalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'removals', id],
    queryFn: ({ signal }) => call('GET /reports/removals/{id}', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching why something was removed' },
  });
