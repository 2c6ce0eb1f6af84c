/**
 * That the messages of a stretch of a chat are to be looked through: those beside a replay live for as long as it is there,
 * all others as long as the chat shows them. Keys:
 *
 * | item                            | pk                  | sk             | gsi1pk           | gsi1sk       |
 * |---------------------------------|---------------------|----------------|------------------|--------------|
 * | of a replay, come or gone       | `VIDEO#<id>`        | `CHAT_STRETCH` | `CHAT_STRETCHES` | `<due>#<pk>` |
 * | of a chat that was cleared      | `ROOM#<channel id>` | `CHAT_STRETCH` | `CHAT_STRETCHES` | `<due>#<pk>` |
 */
import { dueKeys, type DueQueue } from '../aws/table/due-queue.ts';
import type { Table, Write } from '../aws/table/table.ts';
import { placement } from '../aws/table/write-expressions.ts';
import type { ChatStretch } from './chat-stretch.ts';

export interface ChatStretchItem extends ChatStretch {
  readonly pk: string;
}

export const STRETCHES: DueQueue = { partition: 'CHAT_STRETCHES', index: 'gsi1' };

export const stretchKey = ({ channelId, videoId }: Pick<ChatStretch, 'channelId' | 'videoId'>) => ({
  pk: videoId === undefined ? `ROOM#${channelId}` : `VIDEO#${videoId}`,
  sk: 'CHAT_STRETCH',
});

export const stretchItem = (stretch: ChatStretch) => {
  const key = stretchKey(stretch);
  return { ...key, ...dueKeys(STRETCHES, key.pk, stretch.dueMs), ...stretch };
};

/** Written with what makes it necessary; whatever was to be done with the same gives way. */
export const stretchWrite = (table: Table, stretch: ChatStretch): Write => ({
  Put: placement(table, stretchItem(stretch)),
});
