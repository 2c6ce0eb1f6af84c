/** Reads of a channel's figures (`statistics.item.ts`). Eventually consistent. */
import { decodeCursor, encodeCursor } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { Broadcast, Day } from './figures.ts';
import { type HourFigures, together } from './hours.ts';
import {
  broadcastKey,
  type BroadcastHourTuple,
  type BroadcastItem,
  DAY_PREFIX,
  type DayItem,
  dayKey,
  type HourTuple,
  LIVE_PREFIX,
  type SettingsItem,
  settingsKey,
  statisticsPartition,
  videoTotalsKey,
  type VideoTotalsItem,
} from './statistics.item.ts';

const BROADCAST_SORT_KEY = /^LIVE#\d{14}$/;

export type StatisticsRepository = ReturnType<typeof statisticsRepository>;

export const statisticsRepository = (table: Table) => ({
  /** Days with figures, in order; dates are ISO 8601. Some 300 bytes each. */
  listDays: async (channelId: string, from: string, to: string): Promise<Day[]> => {
    const items = await queryAll<DayItem>(table, {
      KeyConditionExpression: 'pk = :channel AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':channel': statisticsPartition(channelId),
        ':from': dayKey(channelId, from).sk,
        ':to': dayKey(channelId, to).sk,
      },
    });
    return items.map(toDay);
  },
  /** The latest first. */
  listBroadcasts: async (channelId: string, { limit, cursor }: PageRequest): Promise<Page<Broadcast>> => {
    const pk = statisticsPartition(channelId);
    const start = cursor === undefined ? undefined : decodeCursor(cursor, BROADCAST_SORT_KEY);
    const { items, lastKey } = await queryPage<BroadcastItem>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :live)',
      ExpressionAttributeValues: { ':channel': pk, ':live': LIVE_PREFIX },
      ScanIndexForward: false,
      Limit: limit,
      ...(start && { ExclusiveStartKey: { pk, sk: start } }),
    });
    const next = lastKey && encodeCursor(String(lastKey['sk']));
    return { items: items.map(toBroadcast), next, total: undefined };
  },
  findBroadcast: async (channelId: string, startMs: number): Promise<Broadcast | null> => {
    const item = await getItem<BroadcastItem>(table, broadcastKey(channelId, startMs), {
      isConsistent: false,
    });
    return item ? toBroadcast(item) : null;
  },
  /** By id; omits videos without counts. */
  findVideos: async (
    channelId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, VideoTotalsItem>> => {
    const keys = videoIds.map((id) => videoTotalsKey(channelId, id));
    const items = await getMany<VideoTotalsItem & { readonly sk: string }>(table, keys);
    const prefix = videoTotalsKey(channelId, '').sk;
    return new Map(items.map((item) => [item.sk.slice(prefix.length), item]));
  },
  isForModerators: async (channelId: string): Promise<boolean> =>
    (await getItem<SettingsItem>(table, settingsKey(channelId)))?.for_moderators ?? false,
  setForModerators: async (channelId: string, for_moderators: boolean): Promise<void> => {
    await putItem(table, { ...settingsKey(channelId), for_moderators });
  },
});

const figuresOf = ([minutes, viewerMinutes, peak, messages]:
  | HourTuple
  | BroadcastHourTuple): HourFigures => ({
  minutes,
  viewerMinutes,
  peak,
  messages,
});

/** The tuples of an item's hours, in order. */
const hoursOf = <T>(item: Readonly<Record<string, unknown>>): T[] =>
  Object.entries(item)
    .filter(([name]) => /^h\d+$/.test(name))
    .toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(([, tuple]) => tuple as T);

const toDay = (item: DayItem): Day => ({
  date: item.sk.slice(DAY_PREFIX.length),
  ...together(hoursOf<HourTuple>(item).map(figuresOf)),
  newFollowers: (item.followers ?? 0) - (item.followers_before ?? 0),
  videoViews: item.video_views ?? 0,
  videoWatchedS: item.video_watched_s ?? 0,
});

function toBroadcast(item: BroadcastItem): Broadcast {
  const hours = hoursOf<BroadcastHourTuple>(item);
  return {
    ...together(hours.map(figuresOf)),
    startMs: Number(item.sk.slice(LIVE_PREFIX.length)),
    lastAtMs: item.last_at_ms,
    title: item.title,
    newFollowers: (hours.at(-1)?.[5] ?? 0) - (hours[0]?.[4] ?? 0),
  };
}
