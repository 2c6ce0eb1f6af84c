import { dueWork, listDue } from '../aws/table/due-queue.ts';
import type { Table } from '../aws/table/table.ts';
import { stretchItem, STRETCHES, type ChatStretchItem } from '../channels/chat-stretch.item.ts';
import type { ChatStretch } from '../channels/chat-stretch.ts';
import type { StretchesRepository } from './ports.ts';

/** Reads and settles stretches; see `chat-stretch.item.ts` for the keys. */
export const stretchesRepository = (table: Table): StretchesRepository => ({
  listDue: async (nowMs, limit) =>
    (await listDue<ChatStretchItem>(table, STRETCHES, nowMs, limit)).map(toStretch),
  ...dueWork(table, stretchItem, ['dueMs']),
});

const toStretch = ({ channelId, fromMs, untilMs, videoId, dueMs }: ChatStretchItem): ChatStretch => ({
  channelId,
  fromMs,
  untilMs,
  ...(videoId !== undefined && { videoId }),
  dueMs,
});
