/**
 * Ranges of a chat whose expiry has to be changed: messages of a broadcast live as long as its replay, others as long as
 * the chat's history. Keys:
 *
 * | item                            | pk                  | sk             | gsi1pk           | gsi1sk       |
 * |---------------------------------|---------------------|----------------|------------------|--------------|
 * | of a replay, added or removed   | `VIDEO#<id>`        | `CHAT_STRETCH` | `CHAT_STRETCHES` | `<due>#<pk>` |
 * | of a chat that was cleared      | `ROOM#<channel id>` | `CHAT_STRETCH` | `CHAT_STRETCHES` | `<due>#<pk>` |
 */
import { dueKeys, type DueQueue } from '#functions/aws/table/due-queue.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { putInput } from '#functions/aws/table/write-items.ts';
import type { RetentionRange } from './retention.ts';

export const RETENTION_QUEUE: DueQueue = { partition: 'CHAT_STRETCHES', index: 'gsi1' };

const retentionKey = ({ channelId, videoId }: Pick<RetentionRange, 'channelId' | 'videoId'>) => ({
  pk: videoId === undefined ? `ROOM#${channelId}` : `VIDEO#${videoId}`,
  sk: 'CHAT_STRETCH',
});

export const retentionItem = (range: RetentionRange) => {
  const key = retentionKey(range);
  return { ...range, ...key, ...dueKeys(RETENTION_QUEUE, key.pk, range.dueMs) };
};

/** Replaces an earlier range of the same replay or chat. */
export const retentionWrite = (table: Table, range: RetentionRange): Write => ({
  Put: putInput(table, retentionItem(range)),
});
