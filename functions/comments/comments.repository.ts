import type { CommentEdit, CommentSettings, CommentWriters } from '#shared/community/comments.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { HIGH_CONTENTION_ATTEMPTS } from '#functions/aws/retry.ts';
import { decodeCursor, encodeCursor, readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput, transact, updateItem } from '#functions/aws/table/write-items.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { seconds } from '#functions/base/seconds.ts';
import { type Notice, noticeKey, noticeWrite } from '#functions/news/index.ts';
import {
  bestList,
  type Commented,
  commentItem,
  type CommentItem,
  commentKey,
  type CommentKeyItem,
  commentSettingsKey,
  type CommentSettingsItem,
  placeOf,
  type StoredComment,
  toStoredComment,
  usedKey,
} from './comment.item.ts';
import { replyCount, underCheck } from './removal.writes.ts';

const ID = new RegExp(`^${ULID}$`);
/** How long idempotency keys are kept. */
const KEPT_MS = 2 * DAY_MS;

export type CommentsRepository = ReturnType<typeof commentsRepository>;

interface NewComment {
  readonly commented: Commented;
  readonly comment: StoredComment;
  readonly key: string | undefined;
  /** Of the hour; each is written once. */
  readonly notices?: readonly Notice[];
}

/** See `comment.item.ts` for the keys. */
export const commentsRepository = (table: Table) => ({
  /** Comments newest first, replies oldest first; eventually consistent. */
  list: async (commented: Commented, { limit, cursor }: PageRequest) => {
    const { pk, sk } = commentKey(commented, '');
    const start = cursor === undefined ? undefined : decodeCursor(cursor, ID);
    const { items, lastKey } = await queryPage<CommentItem>(table, {
      KeyConditionExpression: 'pk = :commented AND begins_with(sk, :comment)',
      ExpressionAttributeValues: { ':commented': pk, ':comment': sk },
      ScanIndexForward: commented.replyTo !== undefined,
      Limit: limit,
      ...(start && { ExclusiveStartKey: commentKey(commented, start) }),
    });
    const last = lastKey && placeOf(lastKey as { pk: string; sk: string });
    return { items: items.map(toStoredComment), next: last && encodeCursor(last.id) };
  },
  /** With the most likes first; eventually consistent. */
  listBest: async (commented: Commented, page: PageRequest) => {
    const { items, next } = await readPage<CommentItem>(table, bestList(commented), page);
    return { items: items.map(toStoredComment), next };
  },
  find: async (commented: Commented, id: string): Promise<StoredComment | null> => {
    const item = await getItem<CommentItem>(table, commentKey(commented, id));
    return item ? toStoredComment(item) : null;
  },
  /** What the author has written with a key: `removed` if it is deleted, `null` if nothing was. */
  findByKey: async (authorId: string, key: string): Promise<StoredComment | 'removed' | null> => {
    const used = await getItem<CommentKeyItem>(table, usedKey(authorId, key));
    if (!used) return null;
    const item = await getItem<CommentItem>(table, { pk: used.comment_pk, sk: used.comment_sk });
    return item ? toStoredComment(item) : 'removed';
  },
  /** False if the key was used meanwhile, what it is written under is deleted, or has too many replies. */
  add: async ({ commented, comment, key, notices = [] }: NewComment, nowMs: number): Promise<boolean> => {
    const item = commentItem(commented, comment);
    const writes: Write[] = [
      { Put: putInput(table, item, ABSENT) },
      underCheck(table, commented),
      ...replyCount(table, commented, 1),
    ];
    if (key !== undefined) {
      const used = { comment_pk: item.pk, comment_sk: item.sk, expires_at: seconds(nowMs + KEPT_MS) };
      writes.push({ Put: putInput(table, { ...usedKey(comment.author_id, key), ...used }, ABSENT) });
    }
    const noticed = await Promise.all(notices.map(({ id }) => getItem(table, noticeKey(id))));
    writes.push(...notices.filter((_, at) => !noticed[at]).map((notice) => noticeWrite(table, notice)));
    return transact(table, writes, HIGH_CONTENTION_ATTEMPTS);
  },
  /** False if the comment is gone, or was changed since that revision. */
  edit: (commented: Commented, id: string, { text, revision }: CommentEdit): Promise<boolean> => {
    const known = revision === 0 ? 'attribute_not_exists(revision)' : 'revision = :known';
    const unchanged = {
      if: `attribute_exists(pk) AND ${known}`,
      ...(revision > 0 && { values: { ':known': revision } }),
    };
    return updateItem(table, commentKey(commented, id), { text, revision: revision + 1 }, unchanged);
  },
  /** Eventually consistent. */
  settings: async (channelId: string): Promise<CommentSettings> => {
    const read = { isConsistent: false };
    const item = await getItem<CommentSettingsItem>(table, commentSettingsKey(channelId), read);
    return { writers: item?.writers ?? 'everyone' };
  },
  setWriters: async (channelId: string, writers: CommentWriters): Promise<void> =>
    void (await updateItem(table, commentSettingsKey(channelId), { writers })),
});
