import type { LogEntry } from '../../../../../shared/plain/public-log.ts';
import { ACTS, REPORT_REASONS, type Subject } from '../../../../../shared/plain/words/report-words.ts';
import { formatDay } from '../../../lib/words/format-day.ts';

const SUBJECT_WORDS: Readonly<Record<Subject, string>> = {
  message: 'a chat message',
  video: 'a video',
  channel: 'a channel',
  profile: 'a profile',
  clip: 'a clip',
  appeal: 'an answer to a suspension',
  role: 'a role',
};

/** Entries of the public log, each on a row. */
export function LogEntries({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li
          key={entry.seq}
          // "Load more" takes the keyboard to the first that it brought.
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
                {entry.until === null ? ', for good' : `, until ${formatDay(entry.until)}`}
              </span>
            )}
          </span>
          <time dateTime={entry.at} className="text-soft max-sm:ml-14">
            {formatDay(entry.at)}
          </time>
          <code title="SHA-256 of this entry" className="font-mono text-xs text-soft">
            {entry.hash.slice(0, 12)}
          </code>
        </li>
      ))}
    </ol>
  );
}
