/**
 * A channel's viewers over time, with one item per hour, so that writes and reads stay small. Keys:
 *
 * | item  | pk                      | sk       |
 * |-------|-------------------------|----------|
 * | curve | `AUDIENCE#<channel id>` | `<hour>` |
 *
 * Attribute `m<minute>` is `[viewers, delay in seconds or null, time within the hour in ms, followers]`; `s<time>` is there for
 * each broadcast that the hour has points of, and `messages` are those of the chat by minute, which the tick counts for the
 * statistics. Items expire.
 */
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { type AudienceHour, STATISTICS_KEPT_MS } from '#functions/statistics/index.ts';

const MAX_POINT_HOURS = 12;
/** A broadcast of two days. */
const MAX_HOURS = 49;
const HOUR_DIGITS = 7;

type StoredPoint = readonly [viewers: number, delayS: number | null, inHourMs: number, followers?: number];

export const audiencePartition = (channelId: string): string => `AUDIENCE#${channelId}`;
const sortKey = (atMs: number): string => String(Math.floor(atMs / HOUR_MS)).padStart(HOUR_DIGITS, '0');
const hourKey = (channelId: string, atMs: number) => ({
  pk: audiencePartition(channelId),
  sk: sortKey(atMs),
});

export interface AudiencePoint {
  /** In ms since 1970. */
  readonly atMs: number;
  readonly viewers: number;
  /** The typical delay behind the broadcast, in seconds; `null` if no viewer reported one. */
  readonly delayS: number | null;
  /** Of the channel; missing in points of an earlier version. */
  readonly followers?: number | undefined;
}

export type AudienceRepository = ReturnType<typeof audienceRepository>;

export const audienceRepository = (table: Table) => ({
  /** Adds a point of the broadcast that began at `startMs`, or replaces the one of the same minute. */
  add: async (
    channelId: string,
    { atMs, viewers, delayS, followers, startMs }: AudiencePoint & { readonly startMs?: number | undefined },
  ): Promise<void> => {
    const minute = `m${Math.floor((atMs % HOUR_MS) / MINUTE_MS)}`;
    const inHourMs = atMs % HOUR_MS;
    const point: StoredPoint =
      followers === undefined ? [viewers, delayS, inHourMs] : [viewers, delayS, inHourMs, followers];
    await updateItem(table, hourKey(channelId, atMs), {
      [minute]: point,
      ...(startMs !== undefined && { [`s${startMs}`]: true }),
      expires_at: seconds(atMs + STATISTICS_KEPT_MS),
    });
  },
  /** The hour that begins at `hourMs`. */
  findHour: async (channelId: string, hourMs: number): Promise<AudienceHour | null> => {
    const item = await getItem<HourItem>(table, hourKey(channelId, hourMs));
    return item ? toHour(item) : null;
  },
  /** Hours in order, of a time of at most `MAX_HOURS`. Eventually consistent. */
  listHours: async (channelId: string, fromMs: number, toMs: number): Promise<AudienceHour[]> => {
    const { items } = await queryPage<HourItem>(table, {
      KeyConditionExpression: 'pk = :channel AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':channel': audiencePartition(channelId),
        ':from': sortKey(fromMs),
        ':to': sortKey(toMs),
      },
      Limit: MAX_HOURS,
    });
    return items.map(toHour);
  },
  setMessages: async (channelId: string, hourMs: number, messages: readonly number[]): Promise<void> => {
    await updateItem(table, hourKey(channelId, hourMs), { messages }, { if: 'attribute_exists(pk)' });
  },
  /** Points in order, from the last 12 hours at most. */
  list: async (channelId: string, fromMs: number, toMs: number): Promise<readonly AudiencePoint[]> => {
    const firstMs = Math.max(fromMs, toMs - MAX_POINT_HOURS * HOUR_MS + HOUR_MS);
    const { items } = await queryPage<Record<string, unknown>>(table, {
      KeyConditionExpression: 'pk = :channel AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':channel': audiencePartition(channelId),
        ':from': sortKey(firstMs),
        ':to': sortKey(toMs),
      },
      Limit: MAX_POINT_HOURS,
    });
    return items.flatMap(toPoints).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  },
});

type HourItem = Readonly<Record<string, unknown>>;

const toHour = (item: HourItem): AudienceHour => ({
  hourMs: Number(item['sk']) * HOUR_MS,
  points: toPoints(item),
  starts: Object.keys(item).flatMap((name) => (/^s\d+$/.test(name) ? [Number(name.slice(1))] : [])),
  messages: (item['messages'] as readonly number[] | undefined) ?? [],
});

function toPoints(item: HourItem): AudiencePoint[] {
  const hourMs = Number(item['sk']) * HOUR_MS;
  const points = Object.entries(item).flatMap(([attribute, value]) => {
    if (!/^m\d+$/.test(attribute)) return [];
    const [viewers, delayS, inHourMs, followers] = value as StoredPoint;
    return [{ atMs: hourMs + inHourMs, viewers, delayS, followers }];
  });
  return points.toSorted((a, b) => a.atMs - b.atMs);
}
