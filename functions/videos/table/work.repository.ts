import { HOUR_MS } from '#shared/plain/time.ts';
import { videoKey } from './video.item.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { dueKeys, dueWork, listDue, postpone, type DueQueue } from '#functions/aws/table/due-queue.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput, putItem } from '#functions/aws/table/write-items.ts';
import { readEach } from '#functions/log/each-item.ts';
import type { Work } from '../work.ts';

const QUEUE: DueQueue = { partition: 'VIDEO_WORK', index: 'gsi1' };

export const workRepository = (table: Table) => ({
  find: async (videoId: string): Promise<Work | null> => {
    const item = await getItem<{ work: string }>(table, workKey(videoId));
    return item ? toWork(item) : null;
  },
  /** Work that is due, oldest first. Eventually consistent. */
  listDue: async (nowMs: number, limit: number): Promise<Work[]> => {
    const items = await listDue<WorkItem>(table, QUEUE, nowMs, limit);
    return readEach(items, 'videos.work', toWork, ({ pk, sk }) =>
      postpone(table, QUEUE, { pk, sk }, pk, nowMs + HOUR_MS),
    );
  },
  /** False when the video has work already. */
  add: (work: Work) => putItem(table, workItem(work), ABSENT),
  /** Replaces the video's work. */
  put: async (work: Work) => void (await putItem(table, workItem(work))),
  ...dueWork(table, workItem, ['work']),
});

export const workKey = (videoId: string) => ({ ...videoKey(videoId), sk: 'WORK' });

export const workItem = (work: Work) => ({
  ...workKey(work.videoId),
  ...dueKeys(QUEUE, work.videoId, work.dueMs),
  // JSON, so that one comparison covers all fields.
  work: JSON.stringify(work),
});

export const workWrite = (table: Table, work: Work): Write => ({ Put: putInput(table, workItem(work)) });

interface WorkItem {
  readonly pk: string;
  readonly sk: string;
  readonly work: string;
}

const toWork = ({ work }: { readonly work: string }): Work => JSON.parse(work) as Work;
