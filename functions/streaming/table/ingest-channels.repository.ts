/**
 * Channels at IVS, as the table holds them: all that a person has or has had, since their recordings lie under the id of
 * the channel that took them. Keys:
 *
 * | item            | pk             | sk                | gsi1pk           | gsi1sk                       | gsi2pk            |
 * |-----------------|----------------|-------------------|------------------|------------------------------|-------------------|
 * | channel at IVS  | `CHANNEL#<id>` | `INGEST#<its id>` | `INGESTS_BY_USE` | `<last Create Stream>#<id>`  | `INGEST#<its id>` |
 *
 * It is in `gsi1` for as long as IVS may have it. While one is made, whose ARN is not known yet, there is an item without an
 * id (`INGEST#`): if the process dies, the channel is found by its name, as long after as an idle one is.
 */
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import {
  deleteItem,
  type Condition,
  putInput,
  putItem,
  updateItem,
} from '#functions/aws/table/write-items.ts';
import { ivsIdOf } from '../stream.ts';

/** A channel at IVS and its present or former owner. */
export interface UsedChannel {
  readonly channelId: string;
  readonly arn: string;
}

const BY_USE = 'INGESTS_BY_USE';
/** Of milliseconds since 1970. */
const USE_DIGITS = 15;

interface IngestItem {
  readonly channel_id: string;
  readonly arn: string;
}

export const INGEST_SORT_PREFIX = 'INGEST#';
const indexKey = (ivsId: string): string => `INGEST#${ivsId}`;
const useText = (usedAtMs: number): string => String(Math.round(usedAtMs)).padStart(USE_DIGITS, '0');
const keyOf = ({ channelId, arn }: UsedChannel) => ({
  pk: `CHANNEL#${channelId}`,
  sk: INGEST_SORT_PREFIX + ivsIdOf(arn),
});
const use = (arn: string, usedAtMs: number) => ({
  gsi1pk: BY_USE,
  gsi1sk: `${useText(usedAtMs)}#${ivsIdOf(arn)}`,
});

/** Marks a channel used. */
export const ingestWrite = (table: Table, used: UsedChannel, usedAtMs: number): Write => {
  const { channelId: channel_id, arn } = used;
  const item = { channel_id, arn } satisfies IngestItem;
  const found = { gsi2pk: indexKey(ivsIdOf(arn)), gsi2sk: channel_id };
  return { Put: putInput(table, { ...keyOf(used), ...item, ...use(arn, usedAtMs), ...found }) };
};

const begunBefore = (timeMs: number): Condition => ({
  if: 'gsi1sk < :before',
  values: { ':before': useText(timeMs) },
});
const creationKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: INGEST_SORT_PREFIX });

/** For the transaction that stores the channel. */
export const creationEnd = ({ TableName }: Table, channelId: string): Write => ({
  Delete: { TableName, Key: creationKey(channelId) },
});

export type IngestChannels = ReturnType<typeof ingestChannels>;

export const ingestChannels = (table: Table) => ({
  /** The owner of the channel with this id (the end of its ARN); `null` when it is not ours. */
  ownerOf: async (ivsId: string): Promise<string | null> => {
    const { items } = await queryPage<IngestItem>(table, {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :ingest',
      ExpressionAttributeValues: { ':ingest': indexKey(ivsId) },
      Limit: 1,
    });
    return items[0]?.channel_id ?? null;
  },
  /** The ARNs of an owner's present and former channels. */
  listOf: (channelId: string) => listOf(table, channelId),
  /** Channels not used since then, the longest idle first. */
  listUsedBefore: async (timeMs: number, Limit: number): Promise<readonly UsedChannel[]> => {
    const { items } = await queryPage<IngestItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :list AND gsi1sk < :time',
      ExpressionAttributeValues: { ':list': BY_USE, ':time': useText(timeMs) },
      Limit,
    });
    return items.map(({ channel_id: channelId, arn }) => ({ channelId, arn }));
  },
  /** Call it before a channel is made, whose ARN is empty until it is stored. */
  beginCreation: async (channelId: string, nowMs: number): Promise<void> => {
    const item = { channel_id: channelId, arn: '' } satisfies IngestItem;
    await putItem(table, { ...creationKey(channelId), ...item, ...use('', nowMs) });
  },
  hasCreation: async (channelId: string): Promise<boolean> =>
    (await getItem(table, creationKey(channelId))) !== undefined,
  /** Makes a creation that began before `beforeMs` count as begun at `atMs`; false if another one has begun. */
  claimCreation: (channelId: string, beforeMs: number, atMs: number): Promise<boolean> =>
    updateItem(table, creationKey(channelId), use('', atMs), begunBefore(beforeMs)),
  /** Forgets a creation that began before; false if another one has begun. */
  endCreation: (channelId: string, beforeMs: number): Promise<boolean> =>
    deleteItem(table, creationKey(channelId), begunBefore(beforeMs)),
  // Account deletion removes these items; neither write restores one.
  touch: async (used: UsedChannel, nowMs: number): Promise<void> => {
    await updateItem(table, keyOf(used), use(used.arn, nowMs), THERE);
  },
  /** Records that IVS no longer has the channel. */
  markGone: async (used: UsedChannel): Promise<void> => {
    await updateItem(table, keyOf(used), { gsi1pk: undefined, gsi1sk: undefined }, THERE);
  },
});

async function listOf(table: Table, channelId: string): Promise<readonly string[]> {
  const items = await queryAll<IngestItem>(table, {
    KeyConditionExpression: 'pk = :channel AND begins_with(sk, :ingest)',
    ExpressionAttributeValues: { ':channel': `CHANNEL#${channelId}`, ':ingest': INGEST_SORT_PREFIX },
    ConsistentRead: true,
  });
  return items.flatMap(({ arn }) => arn || []);
}

/** The ids of an owner's present and former channels at IVS, which the keys of their recordings contain. */
export const ivsChannelIds = async (table: Table, channelId: string): Promise<readonly string[]> =>
  (await listOf(table, channelId)).map(ivsIdOf);

const THERE = { if: 'attribute_exists(pk)' };
