import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import { retryRaced } from '../../aws/retry.ts';
import type { Write } from '../../aws/table.ts';
import type { TimelineItem } from './broadcast-reads.repository.ts';
import { afterWork, broadcastKey, timelineKey } from './broadcast.item.ts';
import type { Broadcast, RepairPlan, StoredTimeline, WindowJob } from '../broadcast.ts';
import { claimWrites, spreadJobs } from './jobs.repository.ts';
import type { WindowClaims } from '../ports.ts';
import type { BroadcastsTable } from './rows.repository.ts';

/** Who plans windows; see `broadcast.item.ts` for the keys. */
export const claimsRepository = (table: BroadcastsTable): WindowClaims => ({
  claim: (id, known, next, jobs) => claimWith(table, id, putTimeline(table, id, known, next), jobs),
  claimRepair: (known, repair, jobs) => claimWith(table, known.id, updateRepair(table, known, repair), jobs),
});

async function claimWith(
  table: BroadcastsTable,
  id: string,
  claim: Write,
  jobs: readonly WindowJob[],
): Promise<boolean> {
  const { writes, isSpread } = claimWrites(table, id, jobs);
  const write = new TransactWriteCommand({ TransactItems: [claim, ...writes] });
  const isClaimed = await unlessConditionFails(retryRaced(() => table.client.send(write)));
  if (isClaimed && !isSpread) await spreadJobs(table, id);
  return isClaimed;
}

function putTimeline(
  { TableName }: BroadcastsTable,
  id: string,
  { version }: StoredTimeline,
  { timeline, isEnd }: Omit<StoredTimeline, 'version'>,
): Write {
  const item: TimelineItem = {
    timeline: JSON.stringify(timeline),
    version: version + 1,
    is_end: isEnd,
  };
  const Item = { ...timelineKey(id), ...item, expires_at: afterWork(Date.now()) };
  if (version === 0) return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: {
      TableName,
      Item,
      ConditionExpression: 'version = :known',
      ExpressionAttributeValues: { ':known': version },
    },
  };
}

function updateRepair({ TableName }: BroadcastsTable, known: Broadcast, repair: RepairPlan): Write {
  const generation = known.repair?.generation;
  const isFirst = generation === undefined;
  return {
    Update: {
      TableName,
      Key: broadcastKey(known.id),
      UpdateExpression: 'SET repair = :repair, repair_generation = :generation',
      ConditionExpression: `attribute_exists(ended_at_ms) AND ${isFirst ? 'attribute_not_exists(repair_generation)' : 'repair_generation = :known'}`,
      ExpressionAttributeValues: {
        ':repair': JSON.stringify(repair),
        ':generation': repair.generation,
        ...(!isFirst && { ':known': generation }),
      },
    },
  };
}
