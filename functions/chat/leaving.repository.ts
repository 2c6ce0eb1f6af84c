import { deletePartition } from '../aws/table/delete-items.ts';
import { pagesOf } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { transact } from '../aws/table/write-items.ts';
import type { Leaver, LeavingStep } from '../channels/leaver.ts';
import { messageKey, sentKey, WRITTEN_PREFIX, writtenKey } from './chat.item.ts';

const PAGE = 100;

/** What the person has written anywhere, and the chat of their channel. */
export const leaveChats =
  (table: Table): LeavingStep =>
  async (leaver) =>
    (await deleteWritten(table, leaver)) &&
    (await deleteChat(table, leaver)) &&
    (await deletePartition(table, sentKey(leaver.id).pk, leaver));

async function deleteWritten(table: Table, { id, hasTime }: Leaver): Promise<boolean> {
  const written = {
    KeyConditionExpression: 'pk = :author AND begins_with(sk, :message)',
    ExpressionAttributeValues: { ':author': sentKey(id).pk, ':message': WRITTEN_PREFIX },
    ConsistentRead: true,
    Limit: PAGE,
  };
  for await (const page of pagesOf<{ sk: string; channel_id: string }>(table, written)) {
    if (!hasTime()) return false;
    const messageIdOf = (sk: string): string => sk.slice(WRITTEN_PREFIX.length);
    await Promise.all(page.map(({ sk, channel_id }) => remove(table, channel_id, messageIdOf(sk), id)));
  }
  return true;
}

async function deleteChat(table: Table, { id, hasTime }: Leaver): Promise<boolean> {
  const messages = {
    KeyConditionExpression: 'pk = :chat',
    ExpressionAttributeValues: { ':chat': messageKey(id, '').pk },
    ConsistentRead: true,
    Limit: PAGE,
  };
  for await (const page of pagesOf<{ sk: string; author_id: string }>(table, messages)) {
    if (!hasTime()) return false;
    await Promise.all(page.map(({ sk, author_id }) => remove(table, id, sk, author_id)));
  }
  return true;
}

/** A message, and that its author has written it. */
async function remove(table: Table, channelId: string, id: string, authorId: string): Promise<void> {
  const { TableName } = table;
  const keys = [messageKey(channelId, id), writtenKey(authorId, id)];
  await transact(
    table,
    keys.map((Key) => ({ Delete: { TableName, Key } })),
  );
}
