import { deletePartition } from '#functions/aws/table/delete-items.ts';
import { getMany, pagesOf, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { transact } from '#functions/aws/table/write-items.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import type { AccountOfStep, AccountStep } from '#functions/base/account-step.ts';
import {
  messageKey,
  referenceKey,
  REFERENCE_PREFIX,
  sentKey,
  toStoredMessage,
  type MessageItem,
} from './chat.item.ts';

const PAGE = 100;

interface ReferenceItem {
  readonly sk: string;
  readonly channel_id: string;
}

const messageIdOf = ({ sk }: ReferenceItem): string => sk.slice(REFERENCE_PREFIX.length);

/** A page of a person's messages, oldest first; `after` is the last id of the previous page. */
export async function listMessagesBy(
  table: Table,
  authorId: string,
  { after = '', limit: Limit }: { readonly after?: string | undefined; readonly limit: number },
) {
  const { pk, sk } = referenceKey(authorId, after);
  const { items, lastKey } = await queryPage<ReferenceItem>(table, {
    KeyConditionExpression: 'pk = :author AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':author': pk, ':first': `${sk}!`, ':last': `${REFERENCE_PREFIX}~` },
    Limit,
  });
  const messages = await getMany<MessageItem & { readonly pk: string }>(
    table,
    items.map((item) => messageKey(item.channel_id, messageIdOf(item))),
  );
  const inOrder = messages.toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
  return {
    messages: inOrder.map((item) => ({
      channel_id: item.pk.slice('CHAT#'.length),
      ...toStoredMessage(item),
    })),
    next: lastKey && messageIdOf(items.at(-1)!),
  };
}

/** Deletes the person's messages everywhere, and the chat of their channel. */
export const deleteChats =
  (table: Table): AccountStep =>
  async (account) =>
    (await deleteMessagesBy(table, account)) &&
    (await deleteChat(table, account)) &&
    (await deletePartition(table, sentKey(account.id).pk, account));

async function deleteMessagesBy(table: Table, { id, hasTime }: AccountOfStep): Promise<boolean> {
  const references = {
    KeyConditionExpression: 'pk = :author AND begins_with(sk, :message)',
    ExpressionAttributeValues: { ':author': sentKey(id).pk, ':message': REFERENCE_PREFIX },
    ConsistentRead: true,
    Limit: PAGE,
  };
  return eachInTime(pagesOf<ReferenceItem>(table, references), { hasTime }, (item) =>
    remove(table, item.channel_id, messageIdOf(item), id),
  );
}

async function deleteChat(table: Table, { id, hasTime }: AccountOfStep): Promise<boolean> {
  const messages = {
    KeyConditionExpression: 'pk = :chat',
    ExpressionAttributeValues: { ':chat': messageKey(id, '').pk },
    ConsistentRead: true,
    Limit: PAGE,
  };
  const pages = pagesOf<{ sk: string; author_id: string }>(table, messages);
  return eachInTime(pages, { hasTime }, ({ sk, author_id }) => remove(table, id, sk, author_id));
}

async function remove(table: Table, channelId: string, id: string, authorId: string): Promise<void> {
  const { TableName } = table;
  const keys = [messageKey(channelId, id), referenceKey(authorId, id)];
  await transact(
    table,
    keys.map((Key) => ({ Delete: { TableName, Key } })),
  );
}
