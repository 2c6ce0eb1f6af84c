import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../aws/retry.ts';
import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { where, type Condition } from '../aws/table/write-expressions.ts';
import { putItem } from '../aws/table/write-items.ts';
import {
  dueText,
  stretchItem,
  stretchKey,
  STRETCHES_PARTITION,
  type ChatStretchItem,
} from '../channels/chat-stretch.item.ts';
import type { ChatStretch } from '../channels/chat-stretch.ts';
import type { StretchesRepository } from './ports.ts';

/** Reads and settles stretches; see `chat-stretch.item.ts` for the keys. */
export const stretchesRepository = (table: Table): StretchesRepository => ({
  listDue: async (nowMs, Limit) => {
    const { items } = await queryPage<ChatStretchItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :stretches AND gsi1sk < :now',
      ExpressionAttributeValues: { ':stretches': STRETCHES_PARTITION, ':now': dueText(nowMs) },
      Limit,
    });
    return items.map(toStretch);
  },
  postpone: (known, dueMs) => putItem(table, stretchItem({ ...known, dueMs }), unchanged(known)),
  remove: async (known) => {
    const removal = { TableName: table.TableName, Key: stretchKey(known), ...where(unchanged(known)) };
    await unlessConditionFails(table.client.send(new DeleteCommand(removal)));
  },
});

const toStretch = ({ channelId, fromMs, untilMs, videoId, dueMs }: ChatStretchItem): ChatStretch => ({
  channelId,
  fromMs,
  untilMs,
  ...(videoId !== undefined && { videoId }),
  dueMs,
});

const unchanged = ({ dueMs }: ChatStretch): Condition => ({
  if: 'dueMs = :known',
  values: { ':known': dueMs },
});
