import { CHAT_HISTORY_MS } from '../../shared/limits.ts';
import { pagesOf } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { updateItem } from '../aws/table/write-items.ts';
import { firstIdOf, lastIdOf } from '../base/ids-of-moment.ts';
import { seconds } from '../base/seconds.ts';
import type { SetLives } from '../channels/chat-stretch.ts';
import { messageKey, toKept, writtenKey, type MessageItem } from './chat.item.ts';

const PAGE = 100;
const IS_THERE = { if: 'attribute_exists(pk)' };

/** Says how long messages live. Those that do already are read past, so that whoever is stopped goes on where they were. */
export const setLives =
  (table: Table): SetLives =>
  async (channelId, { fromMs, untilMs, isMeant, isKept, hasTime }) => {
    const others = {
      KeyConditionExpression: 'pk = :chat AND sk BETWEEN :from AND :to',
      FilterExpression: `attribute_${isKept ? 'exists' : 'not_exists'}(expires_at)`,
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':from': firstIdOf(fromMs),
        ':to': lastIdOf(untilMs),
      },
      ConsistentRead: true,
      Limit: PAGE,
    };
    for await (const page of pagesOf<MessageItem>(table, others)) {
      if (!hasTime()) return false;
      const meant = page.filter((item) => isMeant(toKept(item)));
      await Promise.all(meant.map((item) => setLife(table, channelId, item, isKept)));
    }
    return true;
  };

/** That it was written goes first: by the message it is seen what is left to do. One that was removed stays so. */
async function setLife(
  table: Table,
  channelId: string,
  { sk: id, author_id, timestamp }: MessageItem,
  isKept: boolean,
): Promise<void> {
  const expires_at = isKept ? undefined : seconds(Date.parse(timestamp) + CHAT_HISTORY_MS);
  await updateItem(table, writtenKey(author_id, id), { expires_at }, IS_THERE);
  await updateItem(table, messageKey(channelId, id), { expires_at }, IS_THERE);
}
