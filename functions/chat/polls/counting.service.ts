/** Counts votes while a poll runs, and writes its result when it is over. */
import { ulid } from 'ulid';
import type { Poll } from '#shared/community/polls.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { CHAT_MESSAGE_MAX_LENGTH } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import { logFailure } from '#functions/log/log.ts';
import type { StoredMessage } from '../message.ts';
import { FINISH_GRACE_MS, type StoredPoll, toPoll } from './poll.ts';
import type { PollsRepository } from './polls.repository.ts';

/** A count that another invocation makes at a time, so that the request need not wait. */
export interface DueCount {
  readonly channelId: string;
  readonly dueMs: number;
}

export interface CountingDeps {
  readonly polls: PollsRepository;
  /** Publishes to open pages. Never throws. */
  readonly publish: (channelId: string, event: ChannelEvent) => Promise<void>;
  /** Has another invocation count. Throws if Lambda does not accept it. @default the request waits */
  readonly handOver?: ((due: DueCount) => Promise<void>) | undefined;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** From one count of a poll to its next. */
export const COUNT_INTERVAL_MS = 1000;
/** More than the clocks of two servers differ. */
const CLOCKS_MS = 100;
/** How long a request waits itself. */
const WAIT_MS = 50;

/**
 * Has the votes counted after one was written. A count that is due later includes it; else this request claims the next one,
 * so that a crowd writes a claim, a count and a publication once in `COUNT_INTERVAL_MS`. Never throws: the vote is written.
 */
export async function requestCount(deps: CountingDeps, channelId: string, read: StoredPoll): Promise<void> {
  try {
    await claimCount(deps, channelId, read);
  } catch (error) {
    logFailure('polls.count', error);
  }
}

async function claimCount(deps: CountingDeps, channelId: string, read: StoredPoll): Promise<void> {
  const { polls, handOver, clock, sleep } = deps;
  const isIncluded = ({ count_due_ms: dueMs = 0 }: StoredPoll): boolean => dueMs - clock() > CLOCKS_MS;
  if (isIncluded(read)) return;
  // Of a crowd nearly all have read the poll before the last claim, and a refused claim costs a write.
  const item = await polls.find(channelId);
  if (item?.poll_id !== read.poll_id || isIncluded(item)) return;
  const nowMs = clock();
  const dueMs = Math.max(nowMs, (item.count_due_ms ?? 0) + COUNT_INTERVAL_MS);
  // Where it fails, another request has claimed a count since, which is made after this vote.
  if (!(await polls.claimCount(channelId, item, dueMs))) return;
  const waitMs = dueMs - nowMs;
  if (handOver && waitMs > WAIT_MS) {
    try {
      return await handOver({ channelId, dueMs });
    } catch (error) {
      logFailure('polls.hand-over', error);
    }
  }
  if (waitMs > 0) await sleep(waitMs);
  await countVotes(deps, channelId);
}

/** The work of the invocation to which a count was handed over. */
export async function countWhenDue(deps: CountingDeps, { channelId, dueMs }: DueCount): Promise<void> {
  const waitMs = Math.min(dueMs - deps.clock(), COUNT_INTERVAL_MS);
  if (waitMs > 0) await deps.sleep(waitMs);
  await countVotes(deps, channelId);
}

/** Stores and publishes how many votes each answer has; `null` if there is no poll, or its message is gone. */
export async function countVotes(deps: CountingDeps, channelId: string): Promise<Poll | null> {
  const { polls, publish, clock } = deps;
  const item = await polls.find(channelId);
  if (!item) return null;
  const countedMs = clock();
  const { votes, poll } = await counted(polls, channelId, item);
  await polls.setVotes(channelId, item, votes, countedMs);
  if (poll) await publish(channelId, { type: 'poll', poll });
  return poll;
}

/** The votes as the shards have them now; `poll` is `null` where its message is gone. */
async function counted(polls: PollsRepository, channelId: string, item: StoredPoll) {
  const [votes, message] = await Promise.all([
    polls.count(item.poll_id, item.votes.length),
    polls.findMessage(channelId, item.poll_id),
  ]);
  return { votes, message, poll: toPoll({ ...item, votes }, message) };
}

/** Writes the result of a poll that is over into the chat, once. The tick repeats what was interrupted. */
export async function finishPoll(
  { polls, publish, clock }: Pick<CountingDeps, 'polls' | 'publish' | 'clock'>,
  channelId: string,
  graceMs = FINISH_GRACE_MS,
): Promise<'folded' | 'deferred' | 'gone'> {
  const item = await polls.find(channelId);
  if (!item || item.finished) return 'gone';
  const nowMs = clock();
  if (nowMs < item.ends_ms + graceMs) return 'deferred';
  const { votes, message, poll } = await counted(polls, channelId, item);
  const result = poll && message ? resultMessage(message, poll, nowMs) : null;
  if (!(await polls.finish(channelId, item, votes, result, nowMs))) return 'gone';
  if (poll) await publish(channelId, { type: 'poll', poll });
  if (result) await publish(channelId, { type: 'message', message: result });
  return 'folded';
}

/** The text is for programs; pages write it in the reader's language. A replay has it where the poll has ended. */
function resultMessage(
  { username, badges }: StoredMessage,
  { question, answers, ends_at }: Poll,
  nowMs: number,
): StoredMessage {
  const counts = answers.map(({ text, votes }) => `${text}: ${votes}`).join(', ');
  return {
    id: ulid(nowMs),
    username,
    message: `asked: ${question} – ${counts}`.slice(0, CHAT_MESSAGE_MAX_LENGTH),
    timestamp: isoTime(nowMs),
    ...(badges && { badges }),
    action: true,
    poll: { question, answers: answers.map(({ text }) => text), votes: answers.map(({ votes }) => votes) },
    shown_at: ends_at,
  };
}
