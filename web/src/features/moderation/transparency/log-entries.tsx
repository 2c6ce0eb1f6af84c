import type { LogSummary } from '#shared/community/transparency.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { formatNumber } from '#web/lib/i18n/numbers.ts';
import { ACT_TEXTS, KIND_TEXTS, reasonText } from '../report-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function LogEntries({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <ol className="divide-y divide-line card">
      {entries.map((entry) => (
        <li
          key={entry.seq}
          // "Load more" focuses the first new entry.
          tabIndex={-1}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-sm"
        >
          <span className="w-10 text-soft tabular-nums">{entry.seq}</span>
          <span className="min-w-0 flex-1 basis-48">
            <span className="font-medium">{ACT_TEXTS[entry.act]}</span>
            <span className="text-soft">{detailsOf(entry)}</span>
          </span>
          <time dateTime={entry.at} className="text-soft max-sm:ms-14">
            {formatShortDay(entry.at)}
          </time>
          <code title={t('moderation.entryHash')} className="font-mono text-xs text-soft">
            {entry.hash.slice(0, 12)}
          </code>
        </li>
      ))}
    </ol>
  );
}

/** " · Message · Spam or a scam · Until Dec 3, 2026" */
const detailsOf = ({ act, subject, reason, until }: LogEntry): string =>
  [
    subject !== 'role' && KIND_TEXTS[subject],
    reason && reasonText(reason),
    act === 'suspend' &&
      (until === null ? t('common.permanently') : t('common.until', { time: formatShortDay(until) })),
  ]
    .filter(Boolean)
    .map((detail) => ` · ${detail}`)
    .join('');

export function LogCounts({ counts }: Pick<LogSummary, 'counts'>) {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  return (
    <div className="overflow-x-auto card">
      <table className="w-full text-start text-sm">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              {t('moderation.columnAction')}
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              {t('moderation.reason')}
            </th>
            <th scope="col" className="px-4 py-2 text-end font-medium">
              {t('moderation.columnCount')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted.map(({ act, reason, count }) => (
            <tr key={`${act} ${reason}`}>
              <td className="px-4 py-2">{ACT_TEXTS[act]}</td>
              <td className="px-4 py-2 text-soft">{reason ? reasonText(reason) : '–'}</td>
              <td className="px-4 py-2 text-end tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
