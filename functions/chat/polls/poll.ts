import type { Poll, PollOfMessage } from '#shared/community/polls.ts';
import { isoTime } from '#shared/plain/time.ts';
import type { StoredMessage } from '../message.ts';

export interface StoredPoll {
  readonly poll_id: string;
  readonly starter_id: string;
  /** The idempotency key of its request. */
  readonly key?: string;
  readonly ends_ms: number;
  /** Of each answer, as counted last. */
  readonly votes: readonly number[];
  /** When the shards were read for that. */
  readonly counted_ms?: number;
  /** From when on the shards are read again; also in the past. */
  readonly count_due_ms?: number;
  /** Its result is in the chat. */
  readonly finished?: true;
}

/** From the end until the result: a vote that came in time may be written a little later. */
export const FINISH_GRACE_MS = 5000;

export type PollMessage = StoredMessage & { readonly poll: PollOfMessage };

/** `null` where the message that announces it is gone. */
export function toPoll(stored: StoredPoll, message: StoredMessage | undefined): Poll | null {
  if (message?.id !== stored.poll_id || !message.poll) return null;
  const { question, answers } = message.poll;
  return {
    id: stored.poll_id,
    username: message.username,
    question,
    answers: answers.map((text, at) => ({ text, votes: stored.votes[at] ?? 0 })),
    ends_at: isoTime(stored.ends_ms),
  };
}
