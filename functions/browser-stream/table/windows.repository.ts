import { assignment, type Condition, transact, updateItem } from '#functions/aws/table/write-items.ts';
import { broadcastPartition } from './broadcast.item.ts';
import { windowSortKey, type WindowItem } from './broadcast-reads.repository.ts';
import { liveWindowId, type Plan, type WindowId } from '../broadcast.ts';
import type { PlaylistSegment } from '../window-playlist.ts';
import { endOfPrefix, listRows, type BroadcastsTable } from './rows.repository.ts';

interface PlanItem {
  readonly window_id: WindowId;
  /** As JSON. */
  readonly window: string;
}

const planSortKey = (windowId: WindowId): string => `PLAN#${windowId}`;
export const jobSortKey = (windowId: WindowId): string => `JOB#${windowId}`;

const LIVE = liveWindowId(0).replace(/\d+$/, '');

/** Windows and their results; see `broadcast.item.ts` for the keys. */
export const windowsRepository = (table: BroadcastsTable) => ({
  /** `null` marks the window failed. Deletes its job. False if the window was settled already. */
  settle: (
    id: string,
    windowId: WindowId,
    segments: readonly PlaylistSegment[] | null,
    atMs: number,
  ): Promise<boolean> => {
    const settled = {
      state: segments ? 'ready' : 'failed',
      segments: JSON.stringify(segments ?? []),
      settled_at_ms: atMs,
    };
    const job = { pk: broadcastPartition(id), sk: jobSortKey(windowId) };
    return transact(table, [
      { Update: assignment(table, windowKey(id, windowId), settled, IS_WAITING) },
      { Delete: { TableName: table.TableName, Key: job } },
    ]);
  },
  /** Live viewers no longer wait for the window. Does nothing if it is settled. */
  markLate: async (id: string, windowId: WindowId): Promise<void> => {
    await updateItem(table, windowKey(id, windowId), { is_late: true }, IS_WAITING);
  },
  /** The windows of the live broadcast as they were planned, in order. */
  listPlans: async (id: string): Promise<Plan[]> => {
    const plans = await listRows<PlanItem>(table, id, planSortKey(LIVE), endOfPrefix(planSortKey(LIVE)));
    return plans.map(({ window_id, window }) => ({
      id: window_id,
      window: JSON.parse(window) as Plan['window'],
    }));
  },
});

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

const IS_WAITING: Condition = {
  if: '#state = :waiting',
  values: { ':waiting': 'waiting' },
  names: { '#state': 'state' },
};

const windowKey = (id: string, windowId: WindowId) => ({
  pk: broadcastPartition(id),
  sk: windowSortKey(windowId),
});
