/**
 * The one way in which a channel changes. Everything that follows from it (its place in the lists, its category's
 * numbers, the words that lead to it) changes in the same transaction. That holds at most 1 channel + 2 × 40 words
 * + 2 categories + 1 note of words + what the caller adds, below DynamoDB's 100.
 *
 * Reads are repeated when another change came first: `version` counts the changes. Followers do not count as one,
 * since a crowd changes them at once (see `refreshPlace`); as the place depends on them, they must be the same still.
 */
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import {
  cancellationReasons,
  PATIENT_ATTEMPTS,
  RacedError,
  retryThrottled,
  StillThrottledError,
} from '../aws/retry.ts';
import type { Table, Write } from '../aws/table.ts';
import { unavailable } from '../errors.ts';
import { channelKey, type ChannelItem } from './channel.item.ts';
import { noteWords, settleNoted, wordChange } from './words/known-words.ts';
import { categoryWrites, placeOf, wordWrites, type StoredChannel } from './channel.place.ts';

/** What becomes of a channel; `null` leaves it as it is. May be asked again; what it throws passes through. */
export type Change = (channel: ChannelItem) => Partial<Omit<ChannelItem, 'id' | 'followers'>> | null;

/**
 * Changes a channel, with `also` in the same transaction or not at all. Answers the channel as it then is; `null` when
 * there is none. Throws `unavailable` when others keep changing it, and DynamoDB's error when a condition of `also`
 * does not hold (its reasons follow the channel's).
 */
export async function changeChannel(
  table: Table,
  id: string,
  change: Change,
  also: readonly Write[] = [],
): Promise<ChannelItem | null> {
  try {
    return await retryThrottled(() => tryChange(table, id, change, also), PATIENT_ATTEMPTS);
  } catch (error) {
    if (error instanceof StillThrottledError) throw busy(error);
    throw error;
  }
}

/**
 * Brings the place up to date after followers came or went by a write of their own. Somebody whose change comes between
 * does the same after it, so that the last one leaves it right.
 */
export async function refreshPlace(table: Table, id: string): Promise<void> {
  const refresh = async (): Promise<void> => {
    try {
      await tryChange(table, id, () => ({}));
    } catch (error) {
      if (!(error instanceof RacedError)) throw error;
    }
  };
  await retryThrottled(refresh, PATIENT_ATTEMPTS);
}

export const busy = (cause: StillThrottledError) =>
  unavailable('This channel is very busy right now. Please try again in a moment.', cause);

/** One try of `changeChannel`. Throws `RacedError` when another change came between reading and writing. */
async function tryChange(
  table: Table,
  id: string,
  change: Change,
  also: readonly Write[] = [],
): Promise<ChannelItem | null> {
  const before = await read(table, id);
  const changed = before && change(before);
  if (!before || !changed) return before;
  const fields = { ...before, ...changed };
  const place = placeOf(fields);
  const after: StoredChannel = { ...fields, ...place, noted: true };
  const assignments = differences(before, after);
  if (assignments.length === 0 && also.length === 0) return before;
  const words = wordChange(before.words ?? [], place.words, before.noted === true);
  const note = { owner: `CHANNEL#${id}`, version: before.version ?? 0, ...words };
  const TransactItems = [
    { Update: channelUpdate(table, before, assignments) },
    ...also,
    ...wordWrites(table, id, before, after),
    ...categoryWrites(table, before, after),
    ...noteWords(table, note),
  ];
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    if (cancellationReasons(error)[0] === 'ConditionalCheckFailed') {
      throw new RacedError('The channel has changed', { cause: error });
    }
    throw error;
  }
  await settleNoted(table, note);
  return after;
}

async function read({ client, TableName }: Table, id: string): Promise<StoredChannel | null> {
  const get = new GetCommand({ TableName, Key: channelKey(id), ConsistentRead: true });
  return ((await client.send(get)).Item as StoredChannel | undefined) ?? null;
}

type Assignment = readonly [attribute: string, value: unknown];

function differences(before: StoredChannel, after: StoredChannel): Assignment[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).filter(
    ([attribute, value]) => JSON.stringify(value) !== JSON.stringify(old.get(attribute)),
  );
}

function channelUpdate({ TableName }: Table, before: StoredChannel, assignments: readonly Assignment[]) {
  const version = before.version ?? 0;
  const all: Assignment[] = [...assignments, ['version', version + 1]];
  const set = all.filter(([, value]) => value !== undefined);
  const removed = all.filter(([, value]) => value === undefined);
  const names = new Map(all.map(([attribute]) => [attribute, `#${attribute}`]));
  const remove = removed.map(([attribute]) => names.get(attribute)).join(', ');
  const unchanged = version === 0 ? 'attribute_not_exists(#version)' : '#version = :known';
  return {
    TableName,
    Key: channelKey(before.id),
    UpdateExpression:
      `SET ${set.map(([attribute]) => `#${attribute} = :${attribute}`).join(', ')}` +
      (remove && ` REMOVE ${remove}`),
    ConditionExpression: `attribute_exists(pk) AND ${unchanged} AND followers = :knownFollowers`,
    ExpressionAttributeNames: Object.fromEntries(all.map(([attribute]) => [`#${attribute}`, attribute])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map(([attribute, value]) => [`:${attribute}`, value])),
      ...(version > 0 && { ':known': version }),
      ':knownFollowers': before.followers,
    },
  };
}
