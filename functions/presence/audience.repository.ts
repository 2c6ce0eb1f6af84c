/**
 * The curve of a channel's viewers as the table holds it: an item an hour, so that a minute's write and an evening's read
 * stay small however long a broadcast lasts.
 *
 * | item  | pk                      | sk       |
 * |-------|-------------------------|----------|
 * | curve | `AUDIENCE#<channel id>` | `<hour>` |
 *
 * Attribute `m<minute>` is `[viewers, delay in seconds or null, when in the hour in ms]`. Items expire.
 */
import { HOUR_MS, MINUTE_MS } from '../../shared/plain/time.ts';
import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { updateItem } from '../aws/table/write-items.ts';
import { seconds } from '../base/seconds.ts';

/** The most that one read returns. */
const MOST_HOURS = 12;
/** As long as what is kept of a broadcast from the camera, when the work on it is done. */
const KEPT_MS = 3 * 24 * HOUR_MS;

const HOUR_DIGITS = 7;

type StoredPoint = readonly [viewers: number, delayS: number | null, inHourMs: number];

export const audiencePartition = (channelId: string): string => `AUDIENCE#${channelId}`;
const sortKey = (atMs: number): string => String(Math.floor(atMs / HOUR_MS)).padStart(HOUR_DIGITS, '0');

/** A point of the curve. */
export interface AudiencePoint {
  /** In ms since 1970. */
  readonly atMs: number;
  readonly viewers: number;
  /** The typical delay behind the broadcast, in seconds; `null` if no viewer reported one. */
  readonly delayS: number | null;
}

export type AudienceRepository = ReturnType<typeof audienceRepository>;

export const audienceRepository = (table: Table) => ({
  /** Adds a point, or replaces the one of the same minute. */
  add: async (channelId: string, { atMs, viewers, delayS }: AudiencePoint): Promise<void> => {
    const key = { pk: audiencePartition(channelId), sk: sortKey(atMs) };
    const minute = `m${Math.floor((atMs % HOUR_MS) / MINUTE_MS)}`;
    const point: StoredPoint = [viewers, delayS, atMs % HOUR_MS];
    await updateItem(table, key, { [minute]: point, expires_at: seconds(atMs + KEPT_MS) });
  },
  /** Points in order, of at most the last half day. */
  list: async (channelId: string, fromMs: number, toMs: number): Promise<readonly AudiencePoint[]> => {
    const firstMs = Math.max(fromMs, toMs - MOST_HOURS * HOUR_MS + HOUR_MS);
    const { items } = await queryPage<Record<string, unknown>>(table, {
      KeyConditionExpression: 'pk = :channel AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':channel': audiencePartition(channelId),
        ':from': sortKey(firstMs),
        ':to': sortKey(toMs),
      },
      Limit: MOST_HOURS,
    });
    return items.flatMap(toPoints).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  },
});

function toPoints(item: Record<string, unknown>): AudiencePoint[] {
  const hourMs = Number(item['sk']) * HOUR_MS;
  const points = Object.entries(item).flatMap(([attribute, value]) => {
    if (!/^m\d+$/.test(attribute)) return [];
    const [viewers, delayS, inHourMs] = value as StoredPoint;
    return [{ atMs: hourMs + inHourMs, viewers, delayS }];
  });
  return points.toSorted((a, b) => a.atMs - b.atMs);
}
