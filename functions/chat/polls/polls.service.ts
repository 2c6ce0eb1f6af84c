import { ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import type { Poll, PollBody, Vote } from '#shared/community/polls.ts';
import { CHAT_MESSAGE_MAX_LENGTH } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import { busy, DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import { badgesOf } from '../message.ts';
import { checkAdmission, hasBlockedWord } from '../rooms/admission.service.ts';
import { requireModerator } from '../rooms/permissions.service.ts';
import type { RoomReads } from '../rooms/rooms.repository.ts';
import { type CountingDeps, countVotes, finishPoll, requestCount } from './counting.service.ts';
import { type StoredPoll, type PollMessage, toPoll } from './poll.ts';

export interface PollsDeps extends CountingDeps {
  readonly rooms: Pick<RoomReads, 'permissionsOf' | 'isModerator' | 'blockedWords'>;
  readonly channels: { findVisible(id: string): Promise<Channel | null> };
}

interface PollRequest extends PollBody {
  readonly channelId: string;
  /** The idempotency key. */
  readonly key: string | undefined;
}

interface VoteRequest extends Vote {
  readonly channelId: string;
  /** When the request arrived, if known; it may have waited since. */
  readonly arrivedMs?: number | undefined;
}

/** Of a vote that the person changes in another tab at the same time. */
const ATTEMPTS = 5;

/**
 * Starts a poll and announces it in the chat. A used idempotency key publishes that poll again, as its first request may have
 * died. Throws `not_found`, `forbidden`, `conflict` while another one runs, and `chat_refused` for blocked words.
 */
export async function startPoll(deps: PollsDeps, callerId: string, request: PollRequest): Promise<Poll> {
  const { polls, channels, rooms } = deps;
  const { channelId, key } = request;
  const [channel, author, words, before] = await Promise.all([
    channels.findVisible(channelId),
    channels.findVisible(callerId),
    rooms.blockedWords(channelId),
    polls.find(channelId),
  ]);
  requireFound(channel, 'channel');
  const { username } = requireFound(author, 'channel');
  const { atMs } = await requireModerator(deps, callerId, channelId);
  if (isRepeated(before, callerId, key)) return publishPoll(deps, channelId, before);
  // Also for the streamer and moderators, who may write these words: the poll stays above the chat.
  const texts = [request.question, ...request.answers];
  const areBlocked = await Promise.all(texts.map((text) => hasBlockedWord(text, words)));
  if (areBlocked.includes(true)) throw new DomainError('chat_refused', 'words');
  if (before) await requireOver(deps, channelId, before, atMs);
  // After the result of the earlier one, which was written just now.
  const nowMs = deps.clock();
  const message = announcement(
    { username, isStreamer: callerId === channelId, id: callerId },
    request,
    nowMs,
  );
  const endsMs = nowMs + request.duration_s * 1000;
  const isStarted = await polls.start(
    { channelId, starterId: callerId, message, key, endsMs },
    before,
    nowMs,
  );
  const now = await polls.find(channelId);
  // The same request may have been sent twice at once.
  if (now && (isStarted || isRepeated(now, callerId, key))) return publishPoll(deps, channelId, now);
  throw new DomainError('conflict', 'poll_running');
}

const isRepeated = (item: StoredPoll | null, callerId: string, key: string | undefined): item is StoredPoll =>
  item !== null && key !== undefined && item.key === key && item.starter_id === callerId;

/** A poll whose message was removed does not run. The result of an earlier one comes into the chat before the next begins. */
async function requireOver(
  deps: PollsDeps,
  channelId: string,
  item: StoredPoll,
  nowMs: number,
): Promise<void> {
  if (item.finished) return;
  const isOver = item.ends_ms <= nowMs;
  if (!isOver && (await deps.polls.findMessage(channelId, item.poll_id)))
    throw new DomainError('conflict', 'poll_running');
  if (isOver) await finishPoll(deps, channelId, 0);
}

async function publishPoll(
  { polls, publish }: PollsDeps,
  channelId: string,
  item: StoredPoll,
): Promise<Poll> {
  const message = requireFound(await polls.findMessage(channelId, item.poll_id), 'message');
  const poll = requireFound(toPoll(item, message), 'message');
  await publish(channelId, { type: 'message', message });
  await publish(channelId, { type: 'poll', poll });
  return poll;
}

/** The text is for programs; pages write it in the reader's language. */
function announcement(
  {
    id,
    username,
    isStreamer,
  }: { readonly id: string; readonly username: string; readonly isStreamer: boolean },
  { question, answers }: PollBody,
  atMs: number,
): PollMessage {
  return {
    id: ulid(atMs),
    username,
    message: `asks: ${question} (${answers.join(' / ')})`.slice(0, CHAT_MESSAGE_MAX_LENGTH),
    timestamp: isoTime(atMs),
    badges: badgesOf({ id, isStreamer, isModerator: !isStreamer }, atMs),
    action: true,
    poll: { question, answers },
  };
}

/**
 * Counts a person once, by their latest vote. Throws `not_found`, `conflict` after the end, `invalid_request` for an answer
 * that the poll does not have, and `chat_refused` for who may not write in the chat.
 */
export async function vote(deps: PollsDeps, callerId: string, request: VoteRequest): Promise<Vote> {
  const { polls } = deps;
  const { channelId, poll_id, answer } = request;
  const cast = { poll_id, answer };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const isAgain = attempt > 1;
    const nowMs = Math.min(request.arrivedMs ?? Infinity, deps.clock());
    const [{ poll, vote: before, message, isOpen }, admission] = await Promise.all([
      polls.readForVote(channelId, poll_id, callerId, isAgain),
      checkAdmission(deps, { channelId, authorId: callerId, text: null }),
    ]);
    // The first read may be older than the poll.
    if (!isAgain && (poll?.poll_id !== poll_id || !message)) continue;
    if (!isOpen) throw notFound('channel');
    const isThere = message?.poll !== undefined && message.id > admission.clearedId;
    if (poll?.poll_id !== poll_id || !isThere || poll.ends_ms <= nowMs)
      throw new DomainError('conflict', 'poll_ended');
    if (answer >= poll.votes.length)
      throw new DomainError('invalid_request', 'not_valid', { field: 'answer' });
    if (admission.refusal) throw admission.refusal;
    const isNew = before?.answer !== answer;
    if (!isNew || (await polls.vote({ channelId, personId: callerId, vote: cast, before }, poll.ends_ms))) {
      await requestCount(deps, channelId, poll);
      return cast;
    }
  }
  throw busy('changed_elsewhere');
}

/** An entry of the chat’s log. Repeating it changes nothing. Throws `forbidden`, `not_found`, and `conflict` for an earlier poll. */
export async function endPoll(
  deps: PollsDeps,
  callerId: string,
  channelId: string,
  pollId: string,
): Promise<Poll> {
  const { polls } = deps;
  const actor = await requireModerator(deps, callerId, channelId);
  const item = requireFound(await polls.find(channelId), 'message');
  if (item.poll_id !== pollId) throw new DomainError('conflict', 'poll_ended');
  await polls.end(actor, pollId);
  return requireFound(await countVotes(deps, channelId), 'message');
}
