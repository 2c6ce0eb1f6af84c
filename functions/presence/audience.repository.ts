/**
 * A channel's viewers over time, with one item per hour, so that writes and reads stay small. Keys:
 *
 * | item  | pk                      | sk       |
 * |-------|-------------------------|----------|
 * | curve | `AUDIENCE#<channel id>` | `<hour>` |
 *
 * Attribute `m<minute>` is `[viewers, delay in seconds or null, time within the hour in ms]`. Items expire.
 */
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';

const MOST_HOURS = 12;
/** As long as a recording from the camera is kept after its processing. */
const KEPT_MS = 3 * 24 * HOUR_MS;

const HOUR_DIGITS = 7;

type StoredPoint = readonly [viewers: number, delayS: number | null, inHourMs: number];

export const audiencePartition = (channelId: string): string => `AUDIENCE#${channelId}`;
const sortKey = (atMs: number): string => String(Math.floor(atMs / HOUR_MS)).padStart(HOUR_DIGITS, '0');

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
  /** Points in order, from the last 12 hours at most. */
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
