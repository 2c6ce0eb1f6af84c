import type { ChatMessage } from '#shared/community/chat.ts';
import type { PollOfMessage } from '#shared/community/polls.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { formatFigures, formatPercent } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

type Written = Pick<ChatMessage, 'username' | 'message' | 'raid' | 'poll'>;

/** What a message says to the reader: of a raid who arrives, and of a poll what is asked or its result, in the page's language. */
export function textOf({ username: name, message, raid, poll }: Written): string {
  if (poll) return pollText(poll);
  if (!raid) return message;
  const { viewers: count } = raid;
  if (!count) return t('raids.arrives', { name });
  return t('raids.arrivesWith', { name, count, number: formatCount(count) });
}

function pollText({ question, answers, votes }: PollOfMessage): string {
  if (!votes) return t('polls.begun', { question });
  const all = Math.max(
    1,
    votes.reduce((sum, count) => sum + count, 0),
  );
  const shares = answers.map((text, at) => `${text} ${formatPercent((votes[at] ?? 0) / all)}`);
  return t('polls.ended', { question, answers: formatFigures(shares) });
}
