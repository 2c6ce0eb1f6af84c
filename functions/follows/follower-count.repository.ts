/** The counter of a channel's followers. */
import { isContended } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { foldFollowers, type StoredChannel } from '#functions/channels/index.ts';
import { additionWrite, foldCounter } from '#functions/counters/index.ts';

interface FollowerChange {
  /** Of the channel. */
  readonly id: string;
  readonly follower: string;
  readonly change: 1 | -1;
}

export const addFollower = (table: Table, { id, follower, change }: FollowerChange): Write =>
  additionWrite(table, {
    subject: `CHANNEL#${id}`,
    person: follower,
    name: 'followers',
    amount: change,
    dueMs: Date.now(),
  });

/** Of one channel in each window, by requests. The tick folds what is more. */
const MAX_FOLDS = 5;
const WINDOW_MS = 10_000;

/**
 * Updates the channel's number of followers immediately, unless a crowd changes them. What is not folded now stays due:
 * the follow is written in any case.
 */
export async function foldIfQuiet(table: Table, id: string): Promise<void> {
  const fold = foldFollowers((channel) => nextFold(channel, Date.now()));
  await foldCounter(table, `CHANNEL#${id}`, fold).catch((error: unknown) => {
    if (!isContended(error)) throw error;
  });
}

/** `null` when there were enough in this window. */
function nextFold({ folds }: Pick<StoredChannel, 'folds'>, nowMs: number) {
  const window = Math.floor(nowMs / WINDOW_MS);
  const count = folds?.window === window ? folds.count : 0;
  return count < MAX_FOLDS ? { folds: { window, count: count + 1 } } : null;
}
