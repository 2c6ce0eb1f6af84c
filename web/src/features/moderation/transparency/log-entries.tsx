import type { LogSummary } from '../../../../../shared/community/transparency.ts';
import type { LogEntry } from '../../../../../shared/plain/public-log.ts';
import { ACTS, REPORT_REASONS, type Subject } from '../../../../../shared/plain/words/report-words.ts';
import { formatShortDay } from '../../../lib/words/format-media.ts';
import { t } from '../../../lib/i18n/messages.ts';

const SUBJECT_WORDS: Readonly<Record<Subject, string>> = {
  message: t('moderation.subjectMessage'),
  video: 'a video',
  channel: 'a channel',
  profile: 'a profile',
  clip: 'a clip',
  appeal: t('moderation.subjectAppeal'),
  role: 'a role',
};

export function LogEntries({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li
          key={entry.seq}
          // "Load more" focuses the first new entry.
          tabIndex={-1}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-sm"
        >
          <span className="w-10 text-soft tabular-nums">{entry.seq}</span>
          <span className="min-w-0 flex-1 basis-48">
            <span className="font-medium">{ACTS[entry.act]}</span>
            {entry.subject !== 'role' && `: ${SUBJECT_WORDS[entry.subject]}`}
            {entry.reason && <span className="text-soft">{` (${REPORT_REASONS[entry.reason]})`}</span>}
            {entry.act === 'suspend' && (
              <span className="text-soft">
                {entry.until === null ? t('moderation.logForever') : `, until ${formatShortDay(entry.until)}`}
              </span>
            )}
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

export function LogCounts({ counts }: Pick<LogSummary, 'counts'>) {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-start text-sm">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              {t('moderation.columnAction')}
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              {t('moderation.columnReason')}
            </th>
            <th scope="col" className="px-4 py-2 text-end font-medium">
              {t('moderation.columnCount')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted.map(({ act, reason, count }) => (
            <tr key={`${act} ${reason}`}>
              <td className="px-4 py-2">{ACTS[act]}</td>
              <td className="px-4 py-2 text-soft">{reason ? REPORT_REASONS[reason] : '–'}</td>
              <td className="px-4 py-2 text-end tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
