import { deletePartition } from '../../aws/table/delete-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { AccountDeletion } from './deletion.ts';
import { DELETION_SORT_KEY } from './deletions.repository.ts';

/** By these what comes late is found: IVS's channels with their recordings, and broadcasts. */
const LEADS = /^(STREAM|INGEST#.*|CAMERA|CAMERA_BROADCAST#.*)$/;

/** All that stands under the person's own key. */
export const deleteRest =
  (table: Table) =>
  ({ id, isLast, hasTime }: AccountDeletion): Promise<boolean> =>
    deletePartition(table, `CHANNEL#${id}`, {
      hasTime,
      isKept: (sk) => sk === DELETION_SORT_KEY || (!isLast && LEADS.test(sk)),
    });
