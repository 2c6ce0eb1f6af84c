import type { ChatRoom } from '#shared/community/rooms.ts';
import type { Poll } from '#shared/community/polls.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';

/** Applies a channel event to the poll of a room. */
export function pollChangedBy(poll: Poll | undefined, event: ChannelEvent): Poll | undefined {
  switch (event.type) {
    case 'poll':
      return laterOf(poll, event.poll);
    case 'room':
      return laterOf(poll, event.room.poll);
    case 'removed':
      return poll && event.ids.includes(poll.id) ? undefined : poll;
    case 'cleared':
      return poll && poll.id <= event.before ? undefined : poll;
    default:
      return poll;
  }
}

/** Events may come twice or late. Votes are changed, but not withdrawn, and an end only comes earlier. */
function laterOf(one: Poll | undefined, other: Poll | undefined): Poll | undefined {
  if (!one || !other) return other ?? one;
  if (one.id !== other.id) return other.id > one.id ? other : one;
  const { answers } = votesIn(other) >= votesIn(one) ? other : one;
  return { ...other, answers, ends_at: other.ends_at < one.ends_at ? other.ends_at : one.ends_at };
}

export const votesIn = ({ answers }: Pick<Poll, 'answers'>): number =>
  answers.reduce((sum, { votes }) => sum + votes, 0);

export const withPoll = ({ poll: _poll, ...room }: ChatRoom, poll: Poll | undefined): ChatRoom => ({
  ...room,
  ...(poll && { poll }),
});
