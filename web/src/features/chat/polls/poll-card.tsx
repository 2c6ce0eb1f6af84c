import { Check, Timer, Trophy, Vote as VoteIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Poll } from '#shared/community/polls.ts';
import { POLL_RESULT_MS } from '#shared/limits.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useCurrentPath, useNow } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatClock, formatPercent } from '#web/lib/i18n/numbers.ts';
import { paths } from '#web/lib/paths.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { votesIn } from '../poll-changes.ts';
import { type CountedAnswer, numbered, votesText } from './poll-answers.ts';
import { useEndPoll, useOwnVote, useVote } from './polls.queries.ts';

interface PollCardProps {
  readonly channelId: string;
  readonly poll: Poll;
  /** Whether the reader may end it. */
  readonly isModerator: boolean;
}

/** The poll above the chat: people vote, and see the result for two minutes. Key it by the poll. */
export function PollCard({ channelId, poll, isModerator }: PollCardProps) {
  const leftMs = Date.parse(poll.ends_at) - serverTime(useNow(1000));
  const isIn = useSession() !== null;
  const own = useOwnVote(channelId, poll.id, isIn);
  const titleId = useId();
  if (leftMs <= -POLL_RESULT_MS) return null;
  const isOver = leftMs <= 0;
  return (
    <section
      aria-labelledby={titleId}
      className="max-h-1/2 shrink-0 scroll-pb-14 space-y-2 overflow-y-auto border-b border-line bg-raised px-4 pt-3 text-sm"
    >
      <header className="flex items-center gap-2 text-xs text-soft">
        <VoteIcon aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="font-semibold">{isOver ? t('polls.result') : t('polls.poll')}</span>
        <bdi className="min-w-0 flex-1 truncate">{poll.username}</bdi>
        {!isOver && (
          <span role="timer" className="flex shrink-0 items-center gap-1 tabular-nums">
            <Timer aria-hidden="true" className="size-3.5" />
            {t('polls.timeLeft', { time: formatClock(Math.ceil(leftMs / 1000)) })}
          </span>
        )}
      </header>
      <h3 id={titleId} dir="auto" className="font-semibold wrap-anywhere">
        {poll.question}
      </h3>
      <p role="status" className="sr-only">
        {isOver && outcomeOf(poll)}
      </p>
      {isOver || !isIn ? (
        <>
          <ul className="space-y-1.5">
            {numbered(poll).map((answer) => (
              <li key={answer.number}>
                <Answer answer={answer} isOwn={own === answer.number} isWinner={isOver && answer.isFirst} />
              </li>
            ))}
          </ul>
          {isOver ? (
            <p className="pb-3 text-xs text-soft tabular-nums">{votesText(votesIn(poll))}</p>
          ) : (
            <Footer poll={poll}>
              <LogInToVote />
            </Footer>
          )}
        </>
      ) : (
        <VoteForm channelId={channelId} poll={poll} own={own} titleId={titleId} isModerator={isModerator} />
      )}
    </section>
  );
}

/** Stays in sight while the answers scroll. */
const Footer = ({ poll, children }: { readonly poll: Poll; readonly children: ReactNode }) => (
  <footer className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-raised pt-2 pb-3">
    {children}
    <span className="text-xs text-soft tabular-nums">{votesText(votesIn(poll))}</span>
  </footer>
);

/** Announced once, when the time is up. */
function outcomeOf(poll: Poll): string {
  const winners = numbered(poll).filter(({ isFirst }) => isFirst);
  if (winners.length === 1) return t('polls.won', { answer: winners[0]?.text ?? '' });
  return winners.length === 0 ? votesText(0) : t('polls.tied');
}

interface VoteFormProps {
  readonly channelId: string;
  readonly poll: Poll;
  readonly own: number | undefined;
  readonly titleId: string;
  readonly isModerator: boolean;
}

/** Arrow keys choose an answer, and only the button votes. */
function VoteForm({ channelId, poll, own, titleId, isModerator }: VoteFormProps) {
  const [chosen, setChosen] = useState<number>();
  const voting = useVote(channelId, poll.id);
  const answer = chosen ?? own;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer !== undefined) voting.mutate(answer);
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      <div role="radiogroup" aria-labelledby={titleId} className="space-y-1.5">
        {numbered(poll).map((one) => (
          <label key={one.number} className="flex min-h-control-sm cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={poll.id}
              checked={answer === one.number}
              onChange={() => setChosen(one.number)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <Answer answer={one} isOwn={own === one.number} />
          </label>
        ))}
      </div>
      <Footer poll={poll}>
        <Button
          type="submit"
          size="sm"
          busy={voting.isPending}
          disabled={answer === undefined || answer === own}
        >
          {own === undefined ? t('polls.vote') : t('polls.changeVote')}
        </Button>
        {isModerator && <EndButton channelId={channelId} pollId={poll.id} />}
      </Footer>
    </form>
  );
}

interface AnswerProps {
  readonly answer: CountedAnswer;
  readonly isOwn: boolean;
  readonly isWinner?: boolean;
}

function Answer({ answer: { text, share }, isOwn, isWinner = false }: AnswerProps) {
  return (
    <span className="block min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span dir="auto" className={`min-w-0 flex-1 wrap-anywhere ${isWinner ? 'font-semibold' : ''}`}>
          {text}
        </span>
        <span className="shrink-0 text-xs text-soft tabular-nums">{formatPercent(share)}</span>
      </span>
      {(isOwn || isWinner) && (
        <span className="flex flex-wrap gap-x-3">
          {isOwn && (
            <Mark icon={<Check aria-hidden="true" className="size-3.5" />} text={t('polls.yourVote')} />
          )}
          {isWinner && (
            <Mark icon={<Trophy aria-hidden="true" className="size-3.5" />} text={t('polls.winner')} />
          )}
        </span>
      )}
      <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line forced-colors:border">
        <span
          className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ inlineSize: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}

const Mark = ({ icon, text }: { readonly icon: ReactNode; readonly text: string }) => (
  <span className="flex shrink-0 items-center gap-1 text-xs font-semibold text-accent">
    {icon}
    {text}
  </span>
);

function LogInToVote() {
  const here = useCurrentPath();
  return (
    <ButtonLink to={paths.login()} state={{ from: here }} variant="secondary" size="sm">
      {t('polls.logIn')}
    </ButtonLink>
  );
}

function EndButton({ channelId, pollId }: { readonly channelId: string; readonly pollId: string }) {
  const ending = useEndPoll(channelId, pollId);
  return (
    <Button
      variant="ghost"
      size="sm"
      className="order-last ms-auto"
      busy={ending.isPending}
      onClick={() => ending.mutate()}
    >
      {t('polls.end')}
    </Button>
  );
}
