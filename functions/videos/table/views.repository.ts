/**
 * Who has watched a video, or a clip, on a day (UTC), so that each counts once. Keys:
 *
 * | item        | pk                    | sk               |
 * |-------------|-----------------------|------------------|
 * | view of one | `VIEWS#<id>#<shard>`  | `<day>#<viewer>` |
 *
 * They expire. Viewers are pseudonyms that their passes name.
 */
import { DAY_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { HIGH_CONTENTION_ATTEMPTS } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { dayOf } from '#functions/base/day.ts';
import { ABSENT, putInput, transact } from '#functions/aws/table/write-items.ts';
import { additionWrite, foldIntoItem, shardOf, type Subject } from '#functions/counters/index.ts';
import { findOpenVideo } from './open-video.repository.ts';
import { videoKey } from './video.item.ts';
import { seconds } from '#functions/base/seconds.ts';

/** Longer than a day, the period that is counted. */
const KEPT_MS = 2 * DAY_MS;

/** Views are folded only by the tick, and together, because a fold rewrites the video in five places. */
const FOLD_AFTER_MS = MINUTE_MS;

/** Counts a viewer once a day (UTC). False when there is no video that everybody may open. */
export async function countView(table: Table, id: string, viewer: string, nowMs: number): Promise<boolean> {
  // Prevents anybody from filling the table with marks of videos that do not exist.
  if (!(await findOpenVideo(table, id))) return false;
  await addView(table, `VIDEO#${id}`, viewer, nowMs);
  return true;
}

/** Counts that a viewer has watched a video or clip today, unless that is counted already. */
export async function addView(table: Table, subject: Subject, viewer: string, nowMs: number): Promise<void> {
  const id = subject.slice(subject.indexOf('#') + 1);
  const mark = {
    pk: `VIEWS#${id}#${shardOf(viewer)}`,
    sk: `${dayOf(nowMs)}#${viewer}`,
    expires_at: seconds(nowMs + KEPT_MS),
  };
  const view = { subject, person: viewer, name: 'views', amount: 1, dueMs: nowMs + FOLD_AFTER_MS };
  const writes = [{ Put: putInput(table, mark, ABSENT) }, additionWrite(table, view)];
  await transact(table, writes, HIGH_CONTENTION_ATTEMPTS);
}

export const foldVideoCounts = foldIntoItem({ keyOf: videoKey, names: ['views', 'likes'] });
