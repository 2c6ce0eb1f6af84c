/**
 * Reports of viewers, with several items (shards) per window of 30 s. Keys:
 *
 * | item    | pk                      | sk                   |
 * |---------|-------------------------|----------------------|
 * | viewers | `PRESENCE#<channel id>` | `<window>#<shard>`   |
 *
 * Attribute `every_<n>_for_<w>` is the set of viewers that report every n windows and stand for w viewers each, so that
 * reports are idempotent. `delay_<viewer>` is in seconds. Items expire.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';
import { isContended, isTooLarge } from '../aws/retry.ts';
import { queryAll } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { drawOf, MAX_REPORT_EVERY, type Report } from './presence.sampling.ts';
import { seconds } from '../base/seconds.ts';

/** Spreads the writes of a window. */
const SHARDS = 8;
/** Longer than reports count, because the scheduled task may be late. */
const KEPT_WINDOWS = 4 * MAX_REPORT_EVERY;

const WINDOW_DIGITS = 10;

export const presencePartition = (channelId: string): string => `PRESENCE#${channelId}`;
const delayAttribute = (viewer: string): string => `delay_${viewer}`;
const windowPrefix = (window: number): string => `${String(window).padStart(WINDOW_DIGITS, '0')}#`;

export type PresenceRepository = ReturnType<typeof presenceRepository>;

export const presenceRepository = (table: Table) => ({
  /** Idempotent. Drops the report if the table throttles or its item is full, because the next count samples more. */
  add: async (channelId: string, { window, viewer, reportEvery, weight, delayS }: Report): Promise<void> => {
    const shard = Math.floor(drawOf(viewer, 'shard') * SHARDS);
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: { pk: presencePartition(channelId), sk: windowPrefix(window) + String(shard) },
      UpdateExpression: `ADD #viewers :viewer SET expires_at = :expires${delayS === undefined ? '' : ', #delay = :delay'}`,
      ExpressionAttributeNames: {
        '#viewers': `every_${reportEvery}_for_${weight}`,
        ...(delayS !== undefined && { '#delay': delayAttribute(viewer) }),
      },
      ExpressionAttributeValues: {
        ':viewer': new Set([viewer]),
        ':expires': seconds((window + KEPT_WINDOWS) * PRESENCE_INTERVAL_MS),
        ...(delayS !== undefined && { ':delay': delayS }),
      },
    });
    try {
      await table.client.send(update);
    } catch (error) {
      // The first minute of a rush is not sampled yet; missing some viewers is better than failing.
      if (!isContended(error) && !isTooLarge(error)) throw error;
    }
  },
  list: async (channelId: string, fromWindow: number, toWindow: number): Promise<readonly Report[]> => {
    // Before a rush is sampled, its windows may fill more than one page.
    const items = await queryAll<Record<string, unknown>>(table, {
      KeyConditionExpression: 'pk = :channel AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':channel': presencePartition(channelId),
        ':from': windowPrefix(fromWindow),
        ':to': `${windowPrefix(toWindow)}~`,
      },
      // A report is read right after it was added.
      ConsistentRead: true,
    });
    return items.flatMap(toReports);
  },
});

function toReports(item: Record<string, unknown>): Report[] {
  const window = Number(String(item['sk']).split('#')[0]);
  return Object.entries(item).flatMap(([attribute, viewers]) => {
    const [, reportEvery, weight] = /^every_(\d+)_for_(\d+)$/.exec(attribute) ?? [];
    if (reportEvery === undefined) return [];
    const sampling = { reportEvery: Number(reportEvery), weight: Number(weight) };
    return [...(viewers as ReadonlySet<string>)].map((viewer) => {
      const delayS = item[delayAttribute(viewer)];
      return { window, viewer, ...sampling, ...(typeof delayS === 'number' && { delayS }) };
    });
  });
}
