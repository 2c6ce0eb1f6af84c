/**
 * Who has watched a video, or a clip, on a day (UTC), so that each counts once. Keys:
 *
 * | item        | pk                 | sk               |
 * |-------------|--------------------|------------------|
 * | view of one | `VIEWS#<id>`       | `<day>#<viewer>` |
 *
 * They expire. Viewers are pseudonyms that their passes name.
 */
import { DAY_MS } from '../../../shared/plain/time.ts';
import type { Table } from '../../aws/table/table.ts';
import { dayOf } from '../../base/day.ts';
import { ABSENT, addToItem, putItem } from '../../aws/table/write-items.ts';
import { findOpenVideo } from './open-video.repository.ts';
import { videoKey } from './video.item.ts';
import { seconds } from '../../base/seconds.ts';

/** Longer than a day, the period that is counted. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Counts a viewer once a day (UTC). False when there is no video that everybody may open. The mark and the count are separate writes, because transactions conflict
 * when many viewers begin at once. A process that dies between the two loses one view.
 */
export async function countView(table: Table, id: string, viewer: string, nowMs: number): Promise<boolean> {
  // Prevents anybody from filling the table with marks of videos that do not exist.
  if (!(await findOpenVideo(table, id))) return false;
  return !(await markView(table, id, viewer, nowMs)) || addToItem(table, videoKey(id), { views: 1 }, OPEN);
}

/** Marks that a viewer has watched a video or clip today. False when it is marked already. */
export function markView(table: Table, id: string, viewer: string, nowMs: number): Promise<boolean> {
  const mark = {
    pk: `VIEWS#${id}`,
    sk: `${dayOf(nowMs)}#${viewer}`,
    expires_at: seconds(nowMs + KEPT_MS),
  };
  return putItem(table, mark, ABSENT);
}

const OPEN = {
  if: '#status = :ready AND (attribute_not_exists(visibility) OR visibility <> :private)',
  names: { '#status': 'status' },
  values: { ':ready': 'ready', ':private': 'private' },
};
