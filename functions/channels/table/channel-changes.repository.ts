/**
 * All changes of a channel. Index keys, category numbers and words change in the same transaction, which has at most
 * 1 channel + 2 × 40 words + 2 categories + 1 number of all + 1 note of words + 5 events of webhooks + the caller's writes,
 * below DynamoDB's limit of 100.
 *
 * Retries when another change came first: `version` counts the changes. Followers come from a counter (`foldFollowers`);
 * Lambdas of the version before count them without a change of `version`, so a change requires that they are the same.
 *
 * Open pages are notified after the write (`publish-change.ts`).
 */
import { contentionFailure, HIGH_CONTENTION_ATTEMPTS, retryOnConflict } from '#functions/aws/retry.ts';
import { differences, keyWrites, tryChange, versionedUpdate } from '#functions/aws/table/item-change.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { addition, ofVersion, where } from '#functions/aws/table/write-items.ts';
import {
  wordNoteWrites,
  updateKnownWords,
  wordChange,
} from '#functions/word-index/known-words.repository.ts';
import { publishChannelChange } from '../publish-change.ts';
import { streamEventWrites } from './stream-events.writes.ts';
import type { Fold } from '#functions/counters/index.ts';
import { type FollowerChange, noteFollowers } from '#functions/statistics/index.ts';
import { type ChannelItem, channelKey, countKey, lookalikeKey } from '../channel.item.ts';
import {
  categoryRemoval,
  categoryWrites,
  countWrites,
  indexKeysOf,
  listingCounts,
  type StoredChannel,
  wordKeys,
} from './channel-keys.ts';

/** The changed fields; `null` for no change. A retry calls it again; its errors pass through. */
type Change = (channel: ChannelItem) => Partial<Omit<ChannelItem, 'id' | 'followers'>> | null;

type FoldedFields = Partial<Pick<StoredChannel, 'followers' | 'folded_followers' | 'folds'>>;

/** Further writes; they may depend on the channel before the change. */
type Also = readonly Write[] | ((before: ChannelItem) => readonly Write[]);

/**
 * Changes a channel, with `also` in the same transaction. Returns the changed channel; `null` if there is none. Throws
 * `busy` after repeated conflicts, `unavailable` while DynamoDB throttles, and DynamoDB's error if a condition of
 * `also` fails (its reasons follow the channel's).
 */
export async function changeChannel(
  table: Table,
  id: string,
  change: Change,
  also: Also = [],
  attempts = HIGH_CONTENTION_ATTEMPTS,
): Promise<ChannelItem | null> {
  let before: ChannelItem | null = null;
  const remembering: Change = (channel) => {
    before = channel;
    return change(channel);
  };
  try {
    const after = await retryOnConflict(() => tryChannel(table, id, remembering, also), attempts);
    // An unchanged channel is the same object.
    if (before && after && after !== before) await publishChannelChange(table, id, before, after);
    return after;
  } catch (error) {
    throw channelFailure(error);
  }
}

/**
 * Adds the followers that the channel's counter has gained (`counters/`), with the index keys. Not published: pages get the
 * number with that of viewers.
 */
export const foldFollowers =
  (mayFold: (channel: StoredChannel) => Pick<StoredChannel, 'folds'> | null = () => ({})): Fold =>
  async (table, id, totals) => {
    let isDeferred = false;
    let change: FollowerChange | undefined;
    const channel = await tryChannel(table, id, async (before) => {
      const folds = mayFold(before);
      isDeferred = folds === null;
      if (folds === null) return null;
      const total = await totals.total('followers');
      const gained = total - (before.folded_followers ?? 0);
      if (gained === 0 && !(await totals.willSettle())) return null;
      const followers = before.followers + gained;
      if (gained !== 0) change = { before: before.followers, after: followers };
      return { followers, folded_followers: total, ...folds };
    });
    if (!channel) return 'gone';
    if (change) await noteFollowers(table, id, change, { version: channel.version ?? 0, nowMs: Date.now() });
    return isDeferred ? 'deferred' : 'folded';
  };

export const channelFailure = (error: unknown): unknown => contentionFailure(error, 'channel_busy');

/** Returns the channel; `null` if there is none. Throws `WriteConflictError` when another writer was faster. */
const tryChannel = (
  table: Table,
  id: string,
  change: (channel: StoredChannel) => ReturnType<Change> | Promise<FoldedFields | null>,
  also: Also = [],
): Promise<StoredChannel | null> =>
  tryChange(table, channelKey(id), async (before: StoredChannel) => {
    const changed = await change(before);
    if (!changed) return null;
    const fields = { ...before, ...changed };
    const place = indexKeysOf(fields, before);
    const after: StoredChannel = { ...fields, ...place, noted: true };
    const assignments = differences(before, after);
    const more = typeof also === 'function' ? also(before) : also;
    // A fold is written even without a difference (`counters/fold.repository.ts`).
    const isFold = 'folded_followers' in changed;
    if (assignments.length === 0 && more.length === 0 && !isFold) return null;
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
      ...wordNoteWrites(table, note),
      ...streamEventWrites(table, before, after),
    ];
    return { after, writes, afterwards: () => updateKnownWords(table, note) };
  });

/** Deletes a channel with its index entries. Idempotent. */
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
        ...wordNoteWrites(table, note),
      ];
      return { after: null, writes, afterwards: () => updateKnownWords(table, note) };
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
