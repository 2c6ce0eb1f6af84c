/** Deletions and exports of comments. */
import { deleteFound } from '#functions/aws/table/delete-items.ts';
import { pagesOf, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { transact } from '#functions/aws/table/write-items.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import {
  type Commented,
  type CommentItem,
  commentKey,
  commentsByPartition,
  placeOf,
} from './comment.item.ts';
import { removalWrites } from './removal.writes.ts';

const PAGE = 100;

/** Deletes all comments that a person has written, with the replies to them. */
export const deleteCommentsBy =
  (table: Table): AccountStep =>
  ({ id, hasTime }) =>
    eachInTime(pagesOf<CommentItem>(table, commentsBy(id)), { hasTime }, async (item) => {
      const place = placeOf(item);
      await deleteWithReplies(table, place.commented, place.id);
    });

/**
 * Deletes a comment after its replies, so that an interrupted deletion continues when repeated. It may be gone.
 */
export async function deleteWithReplies(table: Table, commented: Commented, id: string): Promise<void> {
  const sweep = () =>
    commented.replyTo === undefined &&
    deleteFound(table, commentsUnder({ ...commented, replyTo: id }), { hasTime: () => true });
  await sweep();
  await transact(table, await removalWrites(table, commented, id));
  // What was written meanwhile; later replies find no comment.
  await sweep();
}

/** Deletes the comments under something that is deleted. False when time ran out. */
export async function deleteCommentsUnder(
  table: Table,
  commented: Commented,
  hasTime: () => boolean,
): Promise<boolean> {
  const comments = commentsUnder(commented);
  const replies = commentsUnder({ ...commented, replyTo: '' }, 'REPLY#');
  const likes = commentsUnder(commented, 'COMMENT_LIKES#');
  // Likes last, because only existing comments are liked.
  for (const found of [comments, replies, likes])
    if (!(await deleteFound(table, found, { hasTime }))) return false;
  return true;
}

function commentsUnder(commented: Commented, prefix = commentKey(commented, '').sk) {
  return {
    KeyConditionExpression: 'pk = :commented AND begins_with(sk, :comment)',
    ExpressionAttributeValues: { ':commented': commentKey(commented, '').pk, ':comment': prefix },
    ConsistentRead: true,
  };
}

/** Oldest first; `after` is `next` of the previous page. */
export async function listCommentsBy(table: Table, authorId: string, after: string | undefined) {
  const { items, lastKey } = await queryPage<CommentItem>(table, {
    ...commentsBy(authorId, after),
    Limit: PAGE,
  });
  const comments = items.map((item) => {
    const { id, text, at } = item;
    return { id, ...exportedPlace(placeOf(item).commented), text, at };
  });
  return { items: comments, next: lastKey && items.at(-1)?.id };
}

/** In a data export. */
export const exportedPlace = ({ kind, id, replyTo }: Commented) => ({
  [`${kind}_id`]: id,
  ...(replyTo !== undefined && { reply_to: replyTo }),
});

const commentsBy = (authorId: string, after = '') => ({
  IndexName: 'gsi1',
  KeyConditionExpression: `gsi1pk = :by${after === '' ? '' : ' AND gsi1sk > :after'}`,
  ExpressionAttributeValues: {
    ':by': commentsByPartition(authorId),
    ...(after !== '' && { ':after': after }),
  },
});
