import { getMany, queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { messageKey, toKept, WRITTEN_PREFIX, writtenKey, type MessageItem } from './chat.item.ts';

interface WrittenItem {
  readonly sk: string;
  readonly channel_id: string;
}

/** What somebody has written in all chats, in order; `after` is the id of the last one before. */
export async function listWritten(
  table: Table,
  authorId: string,
  { after = '', limit: Limit }: { readonly after?: string | undefined; readonly limit: number },
) {
  const { pk, sk } = writtenKey(authorId, after);
  const { items, lastKey } = await queryPage<WrittenItem>(table, {
    KeyConditionExpression: 'pk = :author AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':author': pk, ':first': `${sk}!`, ':last': `${WRITTEN_PREFIX}~` },
    Limit,
  });
  const idOf = (item: WrittenItem): string => item.sk.slice(WRITTEN_PREFIX.length);
  const messages = await getMany<MessageItem & { readonly pk: string }>(
    table,
    items.map((item) => messageKey(item.channel_id, idOf(item))),
  );
  const inOrder = messages.toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
  return {
    messages: inOrder.map((item) => ({ channel_id: item.pk.slice('CHAT#'.length), ...toKept(item) })),
    next: lastKey && idOf(items.at(-1)!),
  };
}
