import { type CSSProperties, useId } from 'react';
import type { Poll } from '#shared/community/polls.ts';
import { POLL_RESULT_MS } from '#shared/limits.ts';
import { numbered, votesText } from '#web/features/chat/polls/poll-answers.ts';
import { votesIn } from '#web/features/chat/poll-changes.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatClock, formatPercent } from '#web/lib/i18n/numbers.ts';

interface PollViewProps {
  readonly poll: Poll;
  /** In ms since 1970. */
  readonly nowMs: number;
}

/** A poll, and its result for two minutes, as pages have it above the chat. */
export function PollView({ poll, nowMs }: PollViewProps) {
  const titleId = useId();
  const leftMs = Date.parse(poll.ends_at) - nowMs;
  if (leftMs <= -POLL_RESULT_MS) return null;
  const isOver = leftMs <= 0;
  return (
    <section
      aria-labelledby={titleId}
      className="shrink-0 overflow-hidden rounded-card bg-black/65"
      style={CARD}
    >
      <p className="flex justify-between gap-2 tabular-nums" style={SMALL}>
        <span>{isOver ? t('polls.result') : t('polls.poll')}</span>
        {!isOver && <span>{t('polls.timeLeft', { time: formatClock(Math.ceil(leftMs / 1000)) })}</span>}
      </p>
      <p id={titleId} dir="auto" className="font-bold wrap-anywhere">
        {poll.question}
      </p>
      <ul>
        {numbered(poll).map(({ number, text, share, isFirst }) => (
          <li key={number} style={{ marginBlock: '0.3em' }}>
            <span className={`flex justify-between gap-2 ${isOver && isFirst ? 'font-bold' : ''}`}>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {text}
              </span>
              <span className="tabular-nums">{formatPercent(share)}</span>
            </span>
            <span className="block overflow-hidden rounded-full" style={TRACK}>
              <span className="block h-full rounded-full" style={{ ...BAR, inlineSize: `${share * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className="tabular-nums" style={SMALL}>
        {votesText(votesIn(poll))}
      </p>
    </section>
  );
}

const CARD: CSSProperties = {
  maxHeight: '60%',
  marginBottom: '0.4em',
  padding: '0.5em 0.7em',
  lineHeight: 1.25,
};
const SMALL: CSSProperties = { fontSize: '0.75em' };
const BAR: CSSProperties = { background: 'var(--color-player-accent)' };
const TRACK: CSSProperties = { height: '0.35em', background: 'rgb(255 255 255 / 25%)' };
