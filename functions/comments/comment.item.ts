/**
 * Comments, in the partition of what they are written under. Keys:
 *
 * | item                        | pk             | sk                        | gsi1pk                      | gsi1sk       | gsi2pk            | gsi2sk         |
 * |-----------------------------|----------------|---------------------------|-----------------------------|--------------|-------------------|----------------|
 * | comment                     | `VIDEO#<id>`   | `COMMENT#<id>`            | `COMMENTS_BY#<author>`      | `<id>`       | `VIDEO#<id>#BEST` | `<likes>#<id>` |
 * | reply to it                 | `VIDEO#<id>`   | `REPLY#<comment id>#<id>` | `COMMENTS_BY#<author>`      | `<id>`       |                   |                |
 * | what a person likes there   | `VIDEO#<id>`   | `COMMENT_LIKES#<person>`  | `COMMENTS_BY#<person>#LIKED` | `VIDEO#<id>` |                   |                |
 * | who may write on a channel  | `CHANNEL#<id>` | `COMMENTS`                |                             |              |                   |                |
 * | comment of a key, expires   | `CHANNEL#<id>` | `COMMENT_KEY#<key>`       |                             |              |                   |                |
 *
 * Under a clip, `CLIP#` stands for `VIDEO#`. Ids are ULIDs, so the newest is last. The likes in `gsi2` are rounded down to two digits, so that a popular comment rarely
 * moves there. Names and pictures are read from the authors' channels.
 */
import type { CommentWriters } from '#shared/community/comments.ts';
import { ULID } from '#shared/plain/ulid.ts';
import type { RankedList } from '#functions/aws/table/cursor.ts';

/** What comments are written under. */
export interface Commented {
  readonly kind: 'video' | 'clip';
  readonly id: string;
  /** Of replies: the comment that they answer. */
  readonly replyTo?: string | undefined;
}

export interface StoredComment {
  readonly id: string;
  readonly author_id: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** How often the text was changed; missing: never. */
  readonly revision?: number;
  /** Missing without any so far. */
  readonly replies?: number;
  readonly likes?: number;
}

export interface CommentItem extends StoredComment {
  readonly pk: string;
  readonly sk: string;
  readonly gsi2sk?: string;
}

export interface CommentLikesItem {
  readonly pk: string;
  readonly sk: string;
  /** The sort keys of comments. */
  readonly liked?: ReadonlySet<string>;
}

export interface CommentSettingsItem {
  /** Missing: everyone. */
  readonly writers?: CommentWriters;
}

export interface CommentKeyItem {
  readonly comment_pk: string;
  readonly comment_sk: string;
  readonly expires_at: number;
}

const PREFIXES = { video: 'VIDEO#', clip: 'CLIP#' } as const;
const partitionOf = ({ kind, id }: Commented): string => PREFIXES[kind] + id;

export const commentKey = ({ replyTo, ...under }: Commented, commentId: string) => ({
  pk: partitionOf(under),
  sk: replyTo === undefined ? `COMMENT#${commentId}` : `REPLY#${replyTo}#${commentId}`,
});

/** The id of the case of a reported comment. */
export const commentCaseId = ({ kind, id, replyTo }: Commented, commentId: string): string =>
  [
    'comment',
    ...(kind === 'video' ? [] : [kind]),
    id,
    ...(replyTo === undefined ? [] : [replyTo]),
    commentId,
  ].join('.');

/** The address of the comment of a case. */
export function placeOfCase(caseId: string) {
  const parts = caseId.split('.');
  const kind = parts[1] === 'clip' ? 'clip' : 'video';
  const [id = '', first = '', reply] = parts.slice(kind === 'clip' ? 2 : 1);
  const commented: Commented = { kind, id };
  return reply === undefined
    ? { commented, id: first }
    : { commented: { ...commented, replyTo: first }, id: reply };
}

/** The address of a stored comment. */
export function placeOf({ pk, sk }: { readonly pk: string; readonly sk: string }) {
  const [, first = '', reply] = sk.split('#');
  const kind = pk.startsWith(PREFIXES.clip) ? 'clip' : 'video';
  const commented: Commented = { kind, id: pk.slice(PREFIXES[kind].length) };
  return reply === undefined
    ? { commented, id: first }
    : { commented: { ...commented, replyTo: first }, id: reply };
}

/** Of what it is written under. Videos and clips delete their comments, so they may not be imported here. */
export const commentedKey = (under: Commented) => ({
  pk: partitionOf(under),
  sk: under.kind === 'video' ? 'VIDEO' : 'CLIP',
});
/** Of a clip that is not deleted (`CLIP_STATES`): a mark stays for two days. */
export const READY_CLIP = 'there';

export const likesKey = (under: Commented, personId: string) => ({
  pk: partitionOf(under),
  sk: `COMMENT_LIKES#${personId}`,
});
export const likesByPartition = (personId: string): string => `${commentsByPartition(personId)}#LIKED`;

const RANK_DIGITS = 8;

/** Where a comment is among those with more and fewer likes. */
export function rankOf(likes: number, id: string): string {
  const step = 10 ** Math.max(0, String(likes).length - 2);
  return `${String(Math.floor(likes / step) * step).padStart(RANK_DIGITS, '0')}#${id}`;
}

const RANK = new RegExp(`^\\d{${RANK_DIGITS}}#${ULID}$`);

/** The comments with the most likes first, of as many the newest. */
export const bestList = (commented: Commented): RankedList => ({
  index: 'gsi2',
  partition: `${commentKey(commented, '').pk}#BEST`,
  pattern: RANK,
  keyOf: (id) => commentKey(commented, id),
});

export const commentsByPartition = (authorId: string): string => `COMMENTS_BY#${authorId}`;
export const commentSettingsKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'COMMENTS' });
export const usedKey = (authorId: string, key: string) => ({
  pk: `CHANNEL#${authorId}`,
  sk: `COMMENT_KEY#${key}`,
});

export const commentItem = (commented: Commented, comment: StoredComment) => ({
  ...commentKey(commented, comment.id),
  gsi1pk: commentsByPartition(comment.author_id),
  gsi1sk: comment.id,
  ...(commented.replyTo === undefined && {
    gsi2pk: bestList(commented).partition,
    gsi2sk: rankOf(comment.likes ?? 0, comment.id),
  }),
  ...comment,
});

export const toStoredComment = (item: CommentItem): StoredComment => {
  const { id, author_id, text, at, revision = 0, replies = 0, likes = 0 } = item;
  return { id, author_id, text, at, revision, replies, likes };
};
