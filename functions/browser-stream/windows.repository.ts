import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../aws/conditions.ts';
import { retryThrottled } from '../aws/retry.ts';
import { broadcastPartition } from './broadcast.item.ts';
import { liveWindowId, repairWindowId, type Plan, type WindowId, type WindowRow } from './broadcast.ts';
import type { PlaylistSegment } from './playlist.ts';
import type { BroadcastsRepository } from './ports.ts';
import { afterAll, listRows, type BroadcastsTable } from './rows.ts';

interface PlanItem {
  readonly window_id: WindowId;
  /** As JSON. */
  readonly window: string;
}

interface WindowItem {
  readonly window_id: WindowId;
  readonly number: number;
  readonly start_ms: number;
  readonly state: WindowRow['state'];
  /** As JSON; missing where there are none. */
  readonly segments?: string;
}

export const windowSortKey = (windowId: WindowId): string => `WINDOW#${windowId}`;
const planSortKey = (windowId: WindowId): string => `PLAN#${windowId}`;
export const jobSortKey = (windowId: WindowId): string => `JOB#${windowId}`;

const LIVE = liveWindowId(0).replace(/\d+$/, '');
const ofGeneration = (generation: number): string => repairWindowId(generation, 0).replace(/\d+$/, '');

/** What windows are and become; see `broadcast.item.ts` for the keys. */
export const windowsRepository = (
  table: BroadcastsTable,
): Pick<BroadcastsRepository, 'settle' | 'listPlans' | 'listWindows'> => ({
  settle: (id, windowId, segments) => settle(table, id, windowId, segments),
  listPlans: async (id) => {
    const plans = await listRows<PlanItem>(table, id, planSortKey(LIVE), afterAll(planSortKey(LIVE)));
    return plans.map(({ window_id, window }) => ({
      id: window_id,
      window: JSON.parse(window) as Plan['window'],
    }));
  },
  listWindows: async (id, which) => {
    const isLive = 'fromNumber' in which;
    const from = isLive ? liveWindowId(which.fromNumber) : ofGeneration(which.generation);
    const to = afterAll(isLive ? LIVE : ofGeneration(which.generation));
    const items = await listRows<WindowItem>(table, id, windowSortKey(from), windowSortKey(to));
    return items.map(toWindowRow);
  },
});

const toWindowRow = ({ window_id, number, start_ms, state, segments }: WindowItem): WindowRow => ({
  id: window_id,
  number,
  startMs: start_ms,
  state,
  segments: segments ? (JSON.parse(segments) as PlaylistSegment[]) : [],
});

/** What is stored of a window beside its job. */
export function windowItems(id: string, { id: windowId, window }: Plan) {
  const pk = broadcastPartition(id);
  const plan: PlanItem = { window_id: windowId, window: JSON.stringify(window) };
  const { number, startMs: start_ms } = window;
  const row: WindowItem = { window_id: windowId, number, start_ms, state: 'waiting' };
  return {
    plan: { pk, sk: planSortKey(windowId), ...plan },
    row: { pk, sk: windowSortKey(windowId), ...row },
  };
}

function settle(
  { client, TableName }: BroadcastsTable,
  id: string,
  windowId: WindowId,
  segments: readonly PlaylistSegment[] | null,
): Promise<boolean> {
  const pk = broadcastPartition(id);
  const Update = {
    TableName,
    Key: { pk, sk: windowSortKey(windowId) },
    UpdateExpression: 'SET #state = :state, #segments = :segments',
    ConditionExpression: '#state = :waiting',
    ExpressionAttributeNames: { '#state': 'state', '#segments': 'segments' },
    ExpressionAttributeValues: {
      ':state': segments ? 'ready' : 'failed',
      ':segments': JSON.stringify(segments ?? []),
      ':waiting': 'waiting',
    },
  };
  const Delete = { TableName, Key: { pk, sk: jobSortKey(windowId) } };
  const write = () => client.send(new TransactWriteCommand({ TransactItems: [{ Update }, { Delete }] }));
  return unlessConditionFails(retryThrottled(write));
}
