import type { WindowRow } from '../broadcast.ts';
import { liveWindowRows, toWindowRow } from '../table/broadcast-reads.repository.ts';
import type { BroadcastsTable } from '../table/rows.repository.ts';

/** Windows of the live broadcast. */
export const windowReads = (table: BroadcastsTable) => ({
  /** In order. */
  windowsFrom: async (id: string, fromNumber: number, limit: number): Promise<WindowRow[]> =>
    (await liveWindowRows(table, id)(fromNumber, limit)).map(toWindowRow),
  /** `null` before the first. */
  latestWindow: async (id: string): Promise<WindowRow | null> => {
    const [item] = await liveWindowRows(table, id)(0, 1, true);
    return item ? toWindowRow(item) : null;
  },
});

export type WindowReads = ReturnType<typeof windowReads>;
