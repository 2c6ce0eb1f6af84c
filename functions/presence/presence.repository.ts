/**
 * Reports of viewers, with several items (shards) per window of 30 s. Keys:
 *
 * | item                          | pk                                | sk                 |
 * |-------------------------------|-----------------------------------|--------------------|
 * | viewers, the first of a window| `PRESENCE#<channel id>`           | `<window>#<shard>` |
 * | viewers beyond them           | `PRESENCE#<channel id>#<shard>`   | `<window>#<shard>` |
 *
 * A partition takes 1,000 written units a second. A process writes its first viewers of a window to the first partition, and
 * spreads further ones, so that a read of the first partition shows whether there are others: a small channel is one read.
 * Attribute `every_<n>_for_<w>` is the set of viewers that report every n windows and stand for w viewers each, so that
 * reports are idempotent. `delay_<viewer>` is in seconds. Items expire.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PRESENCE_INTERVAL_MS } from '#shared/limits.ts';
import { isTooLarge, isUnavailable } from '#functions/aws/retry.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { LatestEntries } from '#functions/base/latest-entries.ts';
import { seconds } from '#functions/base/seconds.ts';
import { sampleValue, MAX_REPORT_EVERY, type Report } from './presence-sampling.ts';

/** Number of items of a window in a partition, so that each stays small; and of partitions in addition to the first. */
const SHARDS = 8;
/** Viewers of a window that a process writes to the first partition. */
const FIRST_VIEWERS = 25;
const MAX_CHANNELS = 1000;
/** Longer than reports count, because the scheduled task may be late. */
const KEPT_WINDOWS = 4 * MAX_REPORT_EVERY;

const WINDOW_DIGITS = 10;

const firstPartition = (channelId: string): string => `PRESENCE#${channelId}`;
const spreadPartitions = (channelId: string): string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `PRESENCE#${channelId}#${shard}`);
export const presencePartitions = (channelId: string): string[] => [
  firstPartition(channelId),
  ...spreadPartitions(channelId),
];
const delayAttribute = (viewer: string): string => `delay_${viewer}`;
const windowPrefix = (window: number): string => `${String(window).padStart(WINDOW_DIGITS, '0')}#`;

export type PresenceRepository = ReturnType<typeof presenceRepository>;

export const presenceRepository = (table: Table) => ({
  add: reportWriter(table),
  list: async (channelId: string, fromWindow: number, toWindow: number): Promise<readonly Report[]> => {
    const listOf = (pk: string) => listPartition(table, pk, fromWindow, toWindow);
    const first = await listOf(firstPartition(channelId));
    if (!mayBeSpread(first)) return first;
    return [...first, ...(await Promise.all(spreadPartitions(channelId).map(listOf))).flat()];
  },
});

/**
 * Idempotent. Drops a report that cannot be written: the next one comes in half a minute. `table` must not retry, because
 * retries of a crowd would use up the Lambda.
 */
function reportWriter(table: Table) {
  const partitionOf = spreader();
  return async (channelId: string, report: Report): Promise<void> => {
    const { window, viewer, reportEvery, weight, delayS } = report;
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: {
        pk: partitionOf(channelId, report),
        sk: windowPrefix(window) + String(shardOf(viewer, 'shard')),
      },
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
      if (!isUnavailable(error) && !isTooLarge(error)) throw error;
    }
  };
}

const shardOf = (viewer: string, occasion: string): number =>
  Math.floor(sampleValue(viewer, occasion) * SHARDS);

/** The partition of each report of this process. */
function spreader() {
  const latest = new LatestEntries<{ readonly window: number; readonly viewers: Set<string> }>(MAX_CHANNELS);
  return (channelId: string, { window, viewer }: Report): string => {
    const known = latest.get(channelId);
    const { viewers } = known?.window === window ? known : { viewers: new Set<string>() };
    if (viewers.size < FIRST_VIEWERS) viewers.add(viewer);
    latest.set(channelId, { window, viewers });
    if (viewers.has(viewer)) return firstPartition(channelId);
    return spreadPartitions(channelId)[shardOf(viewer, 'partition')]!;
  };
}

/** Whether a process may have written more than its first viewers in some window. */
function mayBeSpread(reports: readonly Report[]): boolean {
  const viewers = new Map<number, number>();
  for (const { window } of reports) viewers.set(window, (viewers.get(window) ?? 0) + 1);
  return Math.max(0, ...viewers.values()) >= FIRST_VIEWERS;
}

async function listPartition(
  table: Table,
  pk: string,
  fromWindow: number,
  toWindow: number,
): Promise<Report[]> {
  // A rush that was not expected may fill more than one page.
  const items = await queryAll<Record<string, unknown>>(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':from': windowPrefix(fromWindow),
      ':to': `${windowPrefix(toWindow)}~`,
    },
    // A report is read right after it was added.
    ConsistentRead: true,
  });
  return items.flatMap(toReports);
}

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
