/**
 * Likes of comments: one item for what a person likes under a video, which changes in one transaction with the comment’s
 * number. See `comment.item.ts` for the keys. Every write may be repeated.
 */
import { MAX_LIKED_COMMENTS } from '#shared/limits.ts';
import { HIGH_CONTENTION_ATTEMPTS, retryOnConflict, WriteConflictError } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { pagesOf, queryPage } from '#functions/aws/table/read-items.ts';
import type { Key, Table, Write } from '#functions/aws/table/table.ts';
import { addition, deleteItem, transact, updateItem } from '#functions/aws/table/write-items.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import {
  bestList,
  type Commented,
  type CommentItem,
  type CommentLikesItem,
  commentKey,
  likesByPartition,
  likesKey,
  placeOf,
  rankOf,
} from './comment.item.ts';
import { exportedPlace } from './deletion.repository.ts';

export type CommentLikesRepository = ReturnType<typeof commentLikesRepository>;

export const commentLikesRepository = (table: Table) => ({
  /** The ids of comments and replies that a person likes there; eventually consistent. */
  find: async (personId: string, commented: Commented): Promise<ReadonlySet<string>> => {
    const read = { isConsistent: false };
    const item = await getItem<CommentLikesItem>(table, likesKey(commented, personId), read);
    return new Set([...(item?.liked ?? [])].map((sk) => sk.slice(sk.lastIndexOf('#') + 1)));
  },
  /** False if the person likes too many there, or the comment is gone. */
  add: (personId: string, commented: Commented, id: string): Promise<boolean> =>
    retryOnConflict(async () => {
      const [Key, key] = [commentKey(commented, id), likesKey(commented, personId)];
      const comment = await getItem<CommentItem>(table, Key);
      if (!comment) return false;
      const keys = { gsi1pk: likesByPartition(personId), gsi1sk: key.pk };
      const mark = addition(table, key, { liked: new Set([Key.sk]) }, roomFor(Key.sk), keys);
      if (await transact(table, [{ Update: mark }, count(table, comment, 1)])) return true;
      const { liked } = (await getItem<CommentLikesItem>(table, key)) ?? {};
      if (liked?.has(Key.sk)) return true;
      if ((liked?.size ?? 0) >= MAX_LIKED_COMMENTS) return false;
      throw new WriteConflictError('The comment has changed');
    }, HIGH_CONTENTION_ATTEMPTS),
  /** A comment that is gone keeps its likes, in case that it is restored. */
  remove: (personId: string, commented: Commented, id: string): Promise<void> =>
    removeLike(table, likesKey(commented, personId), commentKey(commented, id)),
});

const roomFor = (sk: string) => ({
  if: 'NOT contains(liked, :one) AND (attribute_not_exists(liked) OR size(liked) < :max)',
  values: { ':one': sk, ':max': MAX_LIKED_COMMENTS },
});

/** Moves the comment in the order by likes where its rank changes, which requires the number that was read. */
function count(table: Table, { pk, sk, id, likes = 0, gsi2sk }: CommentItem, by: 1 | -1): Write {
  const { commented } = placeOf({ pk, sk });
  const rank = rankOf(likes + by, id);
  if (commented.replyTo !== undefined || gsi2sk === rank)
    return { Update: addition(table, { pk, sk }, { likes: by }, { if: 'attribute_exists(pk)' }) };
  const keys = { gsi2pk: bestList(commented).partition, gsi2sk: rank };
  return { Update: addition(table, { pk, sk }, { likes: by }, unchanged(likes), keys) };
}

const unchanged = (likes: number) => ({
  if:
    likes === 0
      ? 'attribute_exists(pk) AND (attribute_not_exists(likes) OR likes = :known)'
      : 'likes = :known',
  values: { ':known': likes },
});

/** Puts a comment in its place in the order by likes, which comments from before that order lack. */
export const updateRank = (table: Table, key: Key): Promise<void> =>
  retryOnConflict(async () => {
    const comment = await getItem<CommentItem>(table, key);
    if (!comment) return;
    const { likes = 0 } = comment;
    const gsi2sk = rankOf(likes, comment.id);
    if (comment.gsi2sk === gsi2sk) return;
    const gsi2pk = bestList(placeOf(comment).commented).partition;
    if (!(await updateItem(table, key, { gsi2pk, gsi2sk }, unchanged(likes))))
      throw new WriteConflictError('The comment has changed');
  });

const removeLike = (table: Table, key: Key, commentsKey: Key): Promise<void> =>
  retryOnConflict(async () => {
    const [comment, item] = await Promise.all([
      getItem<CommentItem>(table, commentsKey),
      getItem<CommentLikesItem>(table, key),
    ]);
    const sk = String(commentsKey['sk']);
    if (!comment || !item?.liked?.has(sk)) return;
    const Update = {
      TableName: table.TableName,
      Key: key,
      UpdateExpression: 'DELETE liked :set',
      ConditionExpression: 'contains(liked, :one)',
      ExpressionAttributeValues: { ':set': new Set([sk]), ':one': sk },
    };
    if (!(await transact(table, [{ Update }, count(table, comment, -1)])))
      throw new WriteConflictError('The comment has changed');
  }, HIGH_CONTENTION_ATTEMPTS);

const likesBy = (personId: string) => ({
  IndexName: 'gsi1',
  KeyConditionExpression: 'gsi1pk = :by',
  ExpressionAttributeValues: { ':by': likesByPartition(personId) },
});

/** Takes back all likes of a person. */
export const deleteCommentLikes =
  (table: Table): AccountStep =>
  ({ id, hasTime }) =>
    eachInTime(pagesOf<CommentLikesItem>(table, likesBy(id)), { hasTime }, async ({ pk, sk, liked }) => {
      for (const one of liked ?? []) await removeLike(table, { pk, sk }, { pk, sk: one });
      await deleteItem(table, { pk, sk });
    });

const PAGE = 25;

/** For the person’s data export. */
export async function listLikesOfComments(table: Table, personId: string, after: string | undefined) {
  const { items, lastKey } = await queryPage<CommentLikesItem>(table, {
    ...likesBy(personId),
    ...(after && { ExclusiveStartKey: JSON.parse(after) as Record<string, string> }),
    Limit: PAGE,
  });
  const liked = items.flatMap(({ pk, liked: ofOne = new Set() }) =>
    [...ofOne].map((sk) => {
      const { commented, id } = placeOf({ pk, sk });
      return { id, ...exportedPlace(commented) };
    }),
  );
  return { items: liked, next: lastKey && JSON.stringify(lastKey) };
}
