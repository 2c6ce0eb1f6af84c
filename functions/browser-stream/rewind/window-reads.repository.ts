import { liveWindowId, type WindowRow } from '../broadcast.ts';
import { toWindowRow, type WindowItem, windowSortKey } from '../table/broadcast-reads.repository.ts';
import { type BroadcastsTable, endOfPrefix, firstRows } from '../table/rows.repository.ts';

const LAST = endOfPrefix(windowSortKey(liveWindowId(0)).replace(/\d+$/, ''));

/** Windows of the live broadcast. */
export const windowReads = (table: BroadcastsTable) => ({
  /** In order. */
  windowsFrom: async (id: string, fromNumber: number, limit: number): Promise<WindowRow[]> => {
    const from = windowSortKey(liveWindowId(fromNumber));
    return (await firstRows<WindowItem>(table, id, from, LAST, { limit })).map(toWindowRow);
  },
  /** `null` before the first. */
  latestWindow: async (id: string): Promise<WindowRow | null> => {
    const first = windowSortKey(liveWindowId(0));
    const [item] = await firstRows<WindowItem>(table, id, first, LAST, { limit: 1, isBackwards: true });
    return item ? toWindowRow(item) : null;
  },
});

export type WindowReads = ReturnType<typeof windowReads>;
