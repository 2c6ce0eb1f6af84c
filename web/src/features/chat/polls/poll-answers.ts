import type { Poll } from '#shared/community/polls.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { votesIn } from '../poll-changes.ts';

/** An answer with its number, from 0. */
export interface CountedAnswer {
  readonly number: number;
  readonly text: string;
  /** Of the votes, from 0 to 1. */
  readonly share: number;
  /** Has the most votes, maybe with others. */
  readonly isFirst: boolean;
}

export function numbered(poll: Poll): readonly CountedAnswer[] {
  const most = Math.max(1, ...poll.answers.map(({ votes }) => votes));
  const all = Math.max(1, votesIn(poll));
  return poll.answers.map(({ text, votes }, number) => ({
    number,
    text,
    share: votes / all,
    isFirst: votes === most,
  }));
}

export const votesText = (count: number): string => t('polls.votes', { count, number: formatCount(count) });
