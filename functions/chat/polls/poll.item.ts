/**
 * Polls of chats. Keys:
 *
 * | item                        | pk                               | sk                  | gsi1pk                 | gsi1sk                   |
 * |-----------------------------|----------------------------------|---------------------|------------------------|--------------------------|
 * | a channel's latest poll     | `POLL#<channel id>`              | `POLL`              | `COUNTERS_DUE#<shard>` | `<due>#POLL#<channel id>`|
 * | votes, in sixteen shards    | `COUNTER#POLL#<poll id>#<shard>` | `SHARD`             |                        |                          |
 * | a person's latest vote      | `CHAT_AUTHOR#<person id>`        | `VOTE#<channel id>` |                        |                          |
 *
 * The question and the answers are in the message that announces the poll, whose id is the poll's, so that a removed or deleted
 * message leaves nothing of them. The poll is in the tick's queue of counters until its result is written. All of them expire.
 */
import type { Vote } from '#shared/community/polls.ts';
import type { Subject } from '#functions/counters/index.ts';

export interface VoteItem extends Vote {
  readonly sk: string;
  readonly expires_at: number;
}

export const pollPartition = (channelId: string): string => `POLL#${channelId}`;
export const pollKey = (channelId: string) => ({ pk: pollPartition(channelId), sk: 'POLL' });

const VOTE_PREFIX = 'VOTE#';
export const voteKey = (personId: string, channelId: string) => ({
  pk: `CHAT_AUTHOR#${personId}`,
  sk: VOTE_PREFIX + channelId,
});
export const votesOf = (personId: string) => voteKey(personId, '');
export const channelOfVote = ({ sk }: Pick<VoteItem, 'sk'>): string => sk.slice(VOTE_PREFIX.length);

/** What the tick finds when the poll is over. */
export const dueSubject = (channelId: string): Subject => `POLL#${channelId}`;
/** What the votes of one poll are counted for. */
export const votesSubject = (pollId: string): Subject => `POLL#${pollId}`;
/** The total of an answer in a shard. */
export const answerName = (answer: number): string => `answer_${answer}`;
