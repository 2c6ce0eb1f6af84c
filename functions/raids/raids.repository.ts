/** Reads and writes raids; see `raid.item.ts` for the keys. */
import { RAID_COUNTDOWN_MS, RAID_INTERVAL_MS, RECENT_RAIDS } from '#shared/limits.ts';
import type { Raiders } from '#shared/live/raids.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import {
  assignment,
  type Condition,
  putInput,
  transact,
  updateItem,
} from '#functions/aws/table/write-items.ts';
import { firstIdOf } from '#functions/base/ids-of-moment.ts';
import { seconds } from '#functions/base/seconds.ts';
import { audienceFrom, channelKey } from '#functions/channels/index.ts';
import { messageWrites, type StoredMessage } from '#functions/chat/index.ts';
import { followKey } from '#functions/follows/index.ts';
import { RAID_PREFIX, raidItem, raidKey, type RaidsItem, raidsKey, type StoredRaid } from './raid.item.ts';

const KEPT_MS = 30 * DAY_MS;
/** Of which the latest raids of as many channels are most probably there, however often one was raided. */
const MAX_RAIDS_READ = 3 * RECENT_RAIDS;

export interface NewRaid {
  readonly raiderId: string;
  readonly raid: StoredRaid;
  /** The request's idempotency key. */
  readonly key: string | undefined;
  /** In the chat of the raided channel. */
  readonly message: StoredMessage;
  /** The viewers of both channels, by whose number the reports of those who arrive at once are sampled. */
  readonly audience: number;
}

const IS_OPEN: Condition = {
  if: 'is_live = :true AND attribute_not_exists(is_hidden)',
  values: { ':true': true },
};

export type RaidsRepository = ReturnType<typeof raidsRepository>;

type RaidItem = ReturnType<typeof raidItem> & { readonly viewers?: number; readonly expires_at: number };

export const raidsRepository = (table: Table) => ({
  find: async (channelId: string): Promise<RaidsItem> =>
    (await getItem<RaidsItem>(table, raidsKey(channelId))) ?? {},
  /** One of the channel's raids; `null` if the raided channel is deleted. */
  findRaid: async (channelId: string, id: string): Promise<StoredRaid | null> => {
    const item = await getItem<RaidItem>(table, raidKey(channelId, id));
    return item ? { id, target_id: item.target_id, viewers: item.viewers } : null;
  },
  setAccepts: async (channelId: string, accepts: Raiders): Promise<void> => {
    await updateItem(table, raidsKey(channelId), { accepts });
  },
  /** Whether the settings of a channel accept a raid of another. */
  accepts: async (channelId: string, raiderId: string): Promise<boolean> => {
    const follow = followKey(channelId, raiderId);
    const items = await getMany<RaidsItem & { readonly sk: string }>(table, [raidsKey(channelId), follow], {
      isConsistent: true,
    });
    const accepts = items.find((item) => item.accepts !== undefined)?.accepts ?? 'all';
    return accepts === 'all' || (accepts === 'followed' && items.some(({ sk }) => sk === follow.sk));
  },
  /** The ids of the channels that were raided lately, the latest first. Eventually consistent. */
  recentTargets: async (channelId: string, nowMs: number): Promise<string[]> => {
    const raids = await listRaids(table, channelId, nowMs, MAX_RAIDS_READ);
    return [...new Set(raids.map(({ target_id }) => target_id))].slice(0, RECENT_RAIDS);
  },
  /** For the export of a person's data: all raids that are kept. */
  listAll: async (channelId: string, nowMs: number) => {
    const raids = await listRaids(table, channelId, nowMs);
    return raids.map(({ sk, target_id, viewers }) => ({
      id: sk.slice(RAID_PREFIX.length),
      target_id,
      viewers,
    }));
  },
  /** False if the channel has raided too lately, or the other is not live any more. */
  write: ({ raiderId, raid, key, message, audience }: NewRaid, nowMs: number): Promise<boolean> => {
    // Ids begin with their time.
    const from = firstIdOf(nowMs - RAID_INTERVAL_MS + 1);
    const isFree = {
      if: 'attribute_not_exists(latest_id) OR latest_id < :from',
      values: { ':from': from },
    };
    const latest = { latest_id: raid.id, latest_key: key };
    const expected_audience = audienceFrom(nowMs + RAID_COUNTDOWN_MS, audience);
    const item = { ...raidItem(raiderId, raid), expires_at: seconds(nowMs + KEPT_MS) };
    return transact(table, [
      { Update: assignment(table, raidsKey(raiderId), latest, isFree) },
      { Put: putInput(table, item) },
      ...messageWrites(table, { channelId: raid.target_id, authorId: raiderId, message }, nowMs),
      { Update: assignment(table, channelKey(raid.target_id), { expected_audience }, IS_OPEN) },
    ]);
  },
});

async function listRaids(
  table: Table,
  channelId: string,
  nowMs: number,
  Limit?: number,
): Promise<RaidItem[]> {
  const { pk, sk } = raidKey(channelId, '');
  const { items } = await queryPage<RaidItem>(table, {
    KeyConditionExpression: 'pk = :channel AND begins_with(sk, :raid)',
    ExpressionAttributeValues: { ':channel': pk, ':raid': sk },
    ScanIndexForward: false,
    ...(Limit !== undefined && { Limit }),
  });
  return items.filter(({ expires_at }) => expires_at > seconds(nowMs));
}
