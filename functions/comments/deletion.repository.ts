/** Deletions and exports of comments. */
import { deleteFound } from '#functions/aws/table/delete-items.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { type CommentItem, type Commented, commentKey, commentsByPartition } from './comment.item.ts';

const PAGE = 100;

/** Deletes all comments that a person has written. */
export const deleteCommentsBy =
  (table: Table): AccountStep =>
  ({ id, hasTime }) =>
    deleteFound(table, commentsBy(id), { hasTime });

/** Deletes the comments under something that is deleted. False when time ran out. */
export const deleteCommentsUnder = (
  table: Table,
  commented: Commented,
  hasTime: () => boolean,
): Promise<boolean> => {
  const { pk, sk } = commentKey(commented, '');
  const comments = {
    KeyConditionExpression: 'pk = :commented AND begins_with(sk, :comment)',
    ExpressionAttributeValues: { ':commented': pk, ':comment': sk },
    ConsistentRead: true,
  };
  return deleteFound(table, comments, { hasTime });
};

/** Oldest first; `after` is `next` of the previous page. */
export async function listCommentsBy(table: Table, authorId: string, after: string | undefined) {
  const { items, lastKey } = await queryPage<CommentItem>(table, {
    ...commentsBy(authorId, after),
    Limit: PAGE,
  });
  return {
    items: items.map(({ pk, id, text, at }) => ({ id, video_id: pk.slice('VIDEO#'.length), text, at })),
    next: lastKey && items.at(-1)?.id,
  };
}

const commentsBy = (authorId: string, after = '') => ({
  IndexName: 'gsi1',
  KeyConditionExpression: `gsi1pk = :by${after === '' ? '' : ' AND gsi1sk > :after'}`,
  ExpressionAttributeValues: {
    ':by': commentsByPartition(authorId),
    ...(after !== '' && { ':after': after }),
  },
});
