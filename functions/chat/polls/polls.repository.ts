/** Reads and writes polls and votes (`poll.item.ts`). */
import type { Poll, Vote } from '#shared/community/polls.ts';
import { POLL_RESULT_MS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { HIGH_CONTENTION_ATTEMPTS } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Key, Table, Write } from '#functions/aws/table/table.ts';
import {
  ABSENT,
  addition,
  assignment,
  putInput,
  transact,
  updateItem,
} from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { readShards, shardDueKeys, shardKey, shardOf, totalOf } from '#functions/counters/index.ts';
import { messageKey, type MessageItem, toStoredMessage } from '../chat.item.ts';
import { messageWrites } from '../chat.repository.ts';
import type { StoredMessage } from '../message.ts';
import type { RoomActor } from '../rooms/room.ts';
import { roomWrites } from '../rooms/rooms.writes.ts';
import {
  answerName,
  channelOfVote,
  dueSubject,
  pollKey,
  type VoteItem,
  voteKey,
  votesOf,
  votesSubject,
} from './poll.item.ts';
import { FINISH_GRACE_MS, type StoredPoll, toPoll } from './poll.ts';

/** After the end, so that a repeated request still finds what it wrote. */
const KEPT_MS = DAY_MS;

export interface NewPoll {
  readonly channelId: string;
  readonly starterId: string;
  /** Announces it. */
  readonly message: StoredMessage;
  readonly key: string | undefined;
  readonly endsMs: number;
}

export interface CastVote {
  readonly channelId: string;
  readonly personId: string;
  readonly vote: Vote;
  /** The person's vote in this poll, as read. */
  readonly before: Vote | null;
}

export type PollsRepository = ReturnType<typeof pollsRepository>;

export const pollsRepository = (table: Table) => ({
  find: (channelId: string): Promise<StoredPoll | null> => readPoll(table, channelId),
  /** The poll that runs, or whose result pages still have, as long as its message is there. */
  findVisible: async (channelId: string, nowMs: number, isConsistent = true): Promise<Poll | null> => {
    const stored = await readPoll(table, channelId, isConsistent);
    if (!stored || stored.ends_ms + POLL_RESULT_MS <= nowMs) return null;
    return toPoll(stored, await readMessage(table, channelId, stored.poll_id));
  },
  /** All that decides on a vote but the room's rules, in one request. */
  readForVote: (channelId: string, pollId: string, personId: string, isConsistent: boolean) =>
    readForVote(table, { channelId, pollId, personId, isConsistent }),
  /** The person's latest vote in a chat, of a poll that is kept. */
  findVote: async (personId: string, channelId: string, nowMs: number): Promise<Vote | null> => {
    const item = await getItem<VoteItem>(table, voteKey(personId, channelId));
    return item && item.expires_at > seconds(nowMs) ? toVote(item) : null;
  },
  /** The message that announces a poll. */
  findMessage: (channelId: string, pollId: string) => readMessage(table, channelId, pollId),
  /** Replaces `before`. False if another poll was started since. */
  start: (poll: NewPoll, before: StoredPoll | null, nowMs: number): Promise<boolean> => {
    const { channelId, starterId: authorId, message, key, endsMs } = poll;
    const isNext = before ? { if: 'poll_id = :before', values: { ':before': before.poll_id } } : ABSENT;
    const item = {
      ...pollKey(channelId),
      ...due(channelId, endsMs),
      subject: dueSubject(channelId),
      poll_id: message.id,
      starter_id: authorId,
      ...(key !== undefined && { key }),
      ends_ms: endsMs,
      votes: message.poll?.answers.map(() => 0),
      expires_at: seconds(endsMs + KEPT_MS),
    };
    return transact(table, [
      { Put: putInput(table, item, isNext) },
      ...messageWrites(table, { channelId, authorId, message }, nowMs),
    ]);
  },
  /** False if it has ended, is another one, or the actor has lost the role. */
  end: (actor: RoomActor, pollId: string): Promise<boolean> => {
    const { channelId, atMs } = actor;
    const ended = { ends_ms: atMs, ...due(channelId, atMs) };
    const isRunning = { if: 'poll_id = :poll AND ends_ms > :ends_ms', values: { ':poll': pollId } };
    const Update = assignment(table, pollKey(channelId), ended, isRunning);
    return roomWrites(table).endPoll(actor, { Update });
  },
  /** The person's vote and the count in one transaction. False if the person has voted otherwise since. */
  vote: (cast: CastVote, endsMs: number): Promise<boolean> =>
    transact(table, voteWrites(table, cast, seconds(endsMs + KEPT_MS)), HIGH_CONTENTION_ATTEMPTS),
  /** The votes of each answer. */
  count: async (pollId: string, answers: number): Promise<number[]> => {
    const shards = await readShards(table, votesSubject(pollId));
    return Array.from({ length: answers }, (_, answer) => totalOf(shards, answerName(answer)));
  },
  /** False if another request has claimed to count since. */
  claimCount: (channelId: string, { poll_id, count_due_ms: before }: StoredPoll, dueMs: number) =>
    updateItem(
      table,
      pollKey(channelId),
      { count_due_ms: dueMs },
      {
        if: `poll_id = :poll AND ${before === undefined ? 'attribute_not_exists(count_due_ms)' : 'count_due_ms = :before'}`,
        values: { ':poll': poll_id, ...(before !== undefined && { ':before': before }) },
      },
    ),
  /** False if a later count is stored. */
  setVotes: (channelId: string, { poll_id }: StoredPoll, votes: readonly number[], countedMs: number) =>
    updateItem(
      table,
      pollKey(channelId),
      { votes, counted_ms: countedMs },
      {
        if: 'poll_id = :poll AND (attribute_not_exists(counted_ms) OR counted_ms < :counted_ms)',
        values: { ':poll': poll_id },
      },
    ),
  /** Writes the result into the chat, unless the poll's message is gone. False if that was done. */
  finish: (
    channelId: string,
    item: StoredPoll,
    votes: readonly number[],
    result: StoredMessage | null,
    nowMs: number,
  ) => {
    const { poll_id, starter_id: authorId } = item;
    const done = { votes, finished: true, counted_ms: nowMs, gsi1pk: undefined, gsi1sk: undefined };
    const once = { if: 'poll_id = :poll AND attribute_not_exists(finished)', values: { ':poll': poll_id } };
    return transact(table, [
      { Update: assignment(table, pollKey(channelId), done, once) },
      ...(result ? messageWrites(table, { channelId, authorId, message: result }, nowMs) : []),
    ]);
  },
});

const readPoll = async (table: Table, channelId: string, isConsistent = true): Promise<StoredPoll | null> =>
  (await getItem<StoredPoll>(table, pollKey(channelId), { isConsistent })) ?? null;

async function readMessage(
  table: Table,
  channelId: string,
  pollId: string,
): Promise<StoredMessage | undefined> {
  const item = await getItem<MessageItem>(table, messageKey(channelId, pollId));
  return item && toStoredMessage(item);
}

const due = (channelId: string, endsMs: number) =>
  shardDueKeys(dueSubject(channelId), shardOf(channelId), endsMs + FINISH_GRACE_MS);

interface VoteRead {
  readonly channelId: string;
  readonly pollId: string;
  readonly personId: string;
  readonly isConsistent: boolean;
}

async function readForVote(table: Table, { channelId, pollId, personId, isConsistent }: VoteRead) {
  const keys = {
    poll: pollKey(channelId),
    vote: voteKey(personId, channelId),
    message: messageKey(channelId, pollId),
    channel: channelKey(channelId),
    person: channelKey(personId),
  };
  const items = await getMany<Key & Readonly<Record<string, unknown>>>(table, Object.values(keys), {
    isConsistent,
  });
  const at = (name: keyof typeof keys): unknown =>
    items.find(({ pk, sk }) => pk === keys[name].pk && sk === keys[name].sk);
  const isVisible = (name: 'channel' | 'person'): boolean => {
    const channel = at(name) as ChannelItem | undefined;
    return channel !== undefined && !channel.is_hidden;
  };
  const message = at('message') as MessageItem | undefined;
  const vote = at('vote') as VoteItem | undefined;
  return {
    poll: (at('poll') as StoredPoll | undefined) ?? null,
    /** In this poll. */
    vote: vote?.poll_id === pollId ? toVote(vote) : null,
    message: message && toStoredMessage(message),
    isOpen: isVisible('channel') && isVisible('person'),
  };
}

const toVote = ({ poll_id, answer }: VoteItem): Vote => ({ poll_id, answer });

function voteWrites(
  table: Table,
  { channelId, personId, vote, before }: CastVote,
  expires_at: number,
): Write[] {
  const unchanged = before
    ? {
        if: 'poll_id = :poll_id AND answer = :before',
        values: { ':before': before.answer, ':poll_id': vote.poll_id },
      }
    : { if: 'attribute_not_exists(pk) OR poll_id <> :poll_id', values: { ':poll_id': vote.poll_id } };
  const counted = {
    [answerName(vote.answer)]: 1,
    ...(before && { [answerName(before.answer)]: -1 }),
  };
  const shard = shardKey(votesSubject(vote.poll_id), shardOf(personId));
  return [
    { Put: putInput(table, { ...voteKey(personId, channelId), ...vote, expires_at }, unchanged) },
    { Update: addition(table, shard, counted, {}, { expires_at }) },
  ];
}

/** For the export of a person's data. */
export async function listVotes(table: Table, personId: string, nowMs: number) {
  const { pk, sk } = votesOf(personId);
  const { items } = await queryPage<VoteItem>(table, {
    KeyConditionExpression: 'pk = :person AND begins_with(sk, :vote)',
    ExpressionAttributeValues: { ':person': pk, ':vote': sk },
  });
  return items
    .filter(({ expires_at }) => expires_at > seconds(nowMs))
    .map((item) => ({ channel_id: channelOfVote(item), ...toVote(item) }));
}
