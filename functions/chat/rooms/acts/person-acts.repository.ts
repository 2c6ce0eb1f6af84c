import { deleteFound, deletePartition } from '#functions/aws/table/delete-items.ts';
import { type ItemQuery, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { actKey, actsAboutPartition, actsByPartition, type ActItem } from '../act.item.ts';

const PAGE = 25;

/** In the person's own chat; by the person, or about them, in any chat. */
const QUERIES = {
  own: (id: string): ItemQuery => of('pk', actKey(id, '').pk),
  about: (id: string): ItemQuery => ({ IndexName: 'gsi1', ...of('gsi1pk', actsAboutPartition(id)) }),
  by: (id: string): ItemQuery => ({ IndexName: 'gsi2', ...of('gsi2pk', actsByPartition(id)) }),
};

const of = (key: string, partition: string): ItemQuery => ({
  KeyConditionExpression: `${key} = :acts`,
  ExpressionAttributeValues: { ':acts': partition },
});

/** Oldest first. Of acts about the person, without who did them. */
export async function exportActs(
  table: Table,
  kind: keyof typeof QUERIES,
  id: string,
  cursor: string | undefined,
): Promise<{ items: object[]; next: string | undefined }> {
  const { items, lastKey } = await queryPage<ActItem & { readonly pk: string }>(table, {
    ...QUERIES[kind](id),
    ...(cursor && { ExclusiveStartKey: JSON.parse(cursor) as Record<string, string> }),
    Limit: PAGE,
  });
  return { items: items.map(exported), next: lastKey && JSON.stringify(lastKey) };
}

const exported = ({
  pk,
  sk,
  act,
  username,
  reason,
  until_ms,
  messages,
  comment,
}: ActItem & { readonly pk: string }) => ({
  channel_id: pk.split('#')[1],
  id: sk,
  act,
  username,
  reason,
  ...(until_ms && { until: new Date(until_ms).toISOString() }),
  messages: messages?.map(({ message, timestamp }) => ({ message, timestamp })),
  ...(comment && { comment: comment.text }),
});

/** Deletes the log of the person's chat, and entries by and about them in others. */
export const deleteActs =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) =>
    (await deleteFound(table, QUERIES.about(id), { hasTime })) &&
    (await deleteFound(table, QUERIES.by(id), { hasTime })) &&
    deletePartition(table, actKey(id, '').pk, { hasTime });
