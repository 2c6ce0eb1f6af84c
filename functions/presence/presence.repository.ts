/**
 * Reports of viewers as the table holds them: an item a shard of a window of 30 s.
 *
 * | item    | pk                      | sk                   |
 * |---------|-------------------------|----------------------|
 * | viewers | `PRESENCE#<channel id>` | `<window>#<shard>`   |
 *
 * Attribute `every_<n>_for_<w>` is the set of viewers that report every n windows and stand for w each: who reports again
 * is in it already. `delay_<viewer>` says how far behind one is, in seconds. Items expire.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';
import { isAwsError } from '../aws/retry.ts';
import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { drawOf, MAX_REPORT_EVERY, type Report } from './presence.sampling.ts';
import { seconds } from '../base/seconds.ts';

/** Writers of one window are spread over so many items. */
const SHARDS = 8;
/** An item is read for as long as its reports stand, and a while longer when the tick is late. */
const KEPT_WINDOWS = 4 * MAX_REPORT_EVERY;

const WINDOW_DIGITS = 10;

export const presencePartition = (channelId: string): string => `PRESENCE#${channelId}`;
const delayAttribute = (viewer: string): string => `delay_${viewer}`;
const windowPrefix = (window: number): string => `${String(window).padStart(WINDOW_DIGITS, '0')}#`;

export type PresenceRepository = ReturnType<typeof presenceRepository>;

export const presenceRepository = (table: Table) => ({
  /** Adds a report; idempotent. Drops it when the table throttles, because the next count samples more. */
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
      // Many viewers who arrive within one minute are not sampled yet; missing some is better than failing.
      if (!isAwsError(error, 'ThrottlingException', 'ProvisionedThroughputExceededException')) throw error;
    }
  },
  /** The reports from one window to another, inclusive. */
  list: async (channelId: string, fromWindow: number, toWindow: number): Promise<readonly Report[]> => {
    const { items } = await queryPage<Record<string, unknown>>(table, {
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
