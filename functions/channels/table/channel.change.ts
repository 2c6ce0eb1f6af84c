/**
 * The one way in which a channel changes. Everything that follows from it (its place in the lists, its category's
 * numbers, the words that lead to it) changes in the same transaction. That holds at most 1 channel + 2 × 40 words
 * + 2 categories + 1 number of all + 1 note of words + what the caller adds, below DynamoDB's 100.
 *
 * Reads are repeated when another change came first: `version` counts the changes. Followers do not count as one,
 * since a crowd changes them at once (see `refreshIndexKeys`); the index keys depend on them, so a change requires that they are the same.
 *
 * Open pages learn of it once it is written (`publish-change.ts`).
 */
import {
  HIGH_CONTENTION_ATTEMPTS,
  isContended,
  retryOnConflict,
  WriteConflictError,
} from '../../aws/retry.ts';
import { differences, keyWrites, tryChange, versionedUpdate } from '../../aws/table/item-change.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { addition, ofVersion, where } from '../../aws/table/write-items.ts';
import { unavailable } from '../../base/errors.ts';
import { noteWords, settleNoted, wordChange } from '../../word-index/known-words.repository.ts';
import { publishChannelChange } from '../publish-change.ts';
import { type ChannelItem, channelKey, countKey, lookalikeKey } from '../channel.item.ts';
import {
  categoryRemoval,
  categoryWrites,
  countWrites,
  indexKeysOf,
  listingCounts,
  type StoredChannel,
  wordKeys,
} from './channel.keys.ts';

/** What becomes of a channel; `null` leaves it as it is. May be asked again; what it throws passes through. */
export type Change = (channel: ChannelItem) => Partial<Omit<ChannelItem, 'id' | 'followers'>> | null;

/** What is written with a change; asked with the channel as it was, where it depends on that. */
type Also = readonly Write[] | ((before: ChannelItem) => readonly Write[]);

/**
 * Changes a channel, with `also` in the same transaction or not at all. Answers the channel as it then is; `null` when
 * there is none. Throws `unavailable` when others keep changing it, and DynamoDB's error when a condition of `also`
 * does not hold (its reasons follow the channel's).
 */
export async function changeChannel(
  table: Table,
  id: string,
  change: Change,
  also: Also = [],
): Promise<ChannelItem | null> {
  let before: ChannelItem | null = null;
  const remembering: Change = (channel) => {
    before = channel;
    return change(channel);
  };
  try {
    const after = await retryOnConflict(
      () => tryChannel(table, id, remembering, also),
      HIGH_CONTENTION_ATTEMPTS,
    );
    // As it was, it is the same object.
    if (before && after && after !== before) await publishChannelChange(table, id, before, after);
    return after;
  } catch (error) {
    if (isContended(error)) throw busy(error);
    throw error;
  }
}

/**
 * Brings the place up to date after followers came or went by a write of their own. Somebody whose change comes between
 * does the same after it, so that the last one leaves it right.
 */
export async function refreshIndexKeys(table: Table, id: string): Promise<void> {
  const refresh = async (): Promise<void> => {
    try {
      await tryChannel(table, id, () => ({}));
    } catch (error) {
      if (!(error instanceof WriteConflictError)) throw error;
    }
  };
  await retryOnConflict(refresh, HIGH_CONTENTION_ATTEMPTS);
}

export const busy = (cause: unknown) =>
  unavailable('This channel is very busy right now. Please try again in a moment.', cause);

/** Answers the channel; `null` when there is none. Throws `WriteConflictError` when somebody else was faster. */
const tryChannel = (
  table: Table,
  id: string,
  change: Change,
  also: Also = [],
): Promise<StoredChannel | null> =>
  tryChange(table, channelKey(id), (before: StoredChannel) => {
    const changed = change(before);
    if (!changed) return null;
    const fields = { ...before, ...changed };
    const place = indexKeysOf(fields);
    const after: StoredChannel = { ...fields, ...place, noted: true };
    const assignments = differences(before, after);
    const more = typeof also === 'function' ? also(before) : also;
    if (assignments.length === 0 && more.length === 0) return null;
    const { version = 0, followers, words = [], noted = false } = before;
    const note = { owner: `CHANNEL#${id}`, version, ...wordChange(words, place.words, noted) };
    const Update = versionedUpdate(table, channelKey(id), version, assignments, {
      if: 'attribute_exists(pk) AND followers = :knownFollowers',
      values: { ':knownFollowers': followers },
    });
    const writes = [
      { Update },
      ...more,
      ...keyWrites(table, wordKeys(id, before), wordKeys(id, after)),
      ...categoryWrites(table, before, after),
      ...countWrites(table, before, after),
      ...noteWords(table, note),
    ];
    return { after, writes, afterwards: () => settleNoted(table, note) };
  });

/** Takes a channel away, with all that follows from it (`channel.change.ts`). Nothing where there is none. */
export async function removeChannel(table: Table, id: string): Promise<void> {
  let last: StoredChannel | null = null;
  const remove = () =>
    tryChange(table, channelKey(id), (before: StoredChannel) => {
      last = before;
      const { version = 0, words = [], noted = false, looks = [] } = before;
      const { total, live } = listingCounts(before);
      const note = { owner: `CHANNEL#${id}`, version, ...wordChange(words, [], noted) };
      const writes: Write[] = [
        { Delete: { TableName: table.TableName, Key: channelKey(id), ...where(asRead(before)) } },
        ...(total > 0 ? [{ Update: addition(table, countKey, { total: -total, live: -live }) }] : []),
        ...keyWrites(table, [...wordKeys(id, before), ...looks.map(lookalikeKey)], []),
        ...categoryRemoval(table, before),
        ...noteWords(table, note),
      ];
      return { after: null, writes, afterwards: () => settleNoted(table, note) };
    });
  await retryOnConflict(remove, HIGH_CONTENTION_ATTEMPTS);
  if (last) await publishChannelChange(table, id, last, null);
}

/** Followers are counted without a change of version. */
function asRead({ version = 0, followers }: StoredChannel) {
  const { if: isUnchanged, values } = ofVersion(version);
  return {
    if: `${isUnchanged} AND followers = :knownFollowers`,
    values: { ...values, ':knownFollowers': followers },
  };
}
