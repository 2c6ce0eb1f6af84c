/** Comments under videos, replays and clips. Not in the specification. */
import * as z from 'zod/mini';
import {
  count,
  described,
  entity,
  Id,
  IdempotencyKey,
  notEmpty,
  PageQuery,
  Timestamp,
  trimmedText,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { COMMENT_EDIT_MS, COMMENT_MAX_LENGTH, MAX_REPLIES } from '../limits.ts';
import { LATEST } from '../plain/freshness.ts';
import { MINUTE_MS } from '../plain/time.ts';

/** What comments are written under. */
export const Commented = z.enum(['video', 'clip']);

export const CommentWriters = z.enum(['everyone', 'followers', 'off']);
export type CommentWriters = z.infer<typeof CommentWriters>;

export const CommentOrder = z.enum(['newest', 'best']);
export type CommentOrder = z.infer<typeof CommentOrder>;

export const Comment = entity('Comment', {
  id: Id,
  author_id: described(Id, 'Of their channel'),
  username: z.string(),
  display_name: z.string(),
  avatar: z.string(),
  text: described(z.string(), 'Plain text, with line breaks'),
  created_at: Timestamp,
  revision: described(count(), 'How often its author has changed the text'),
  likes: count(),
  is_liked: described(z.boolean(), 'By the caller'),
  has_replies: described(z.boolean(), 'Also where all of them are hidden; of a reply false'),
});
export type Comment = z.infer<typeof Comment>;

export const CommentPage = entity('CommentPage', {
  comments: described(
    z.array(Comment),
    'In the order that was asked for; fewer than others where some are hidden',
  ),
  next: described(z.nullable(z.string()), 'The `cursor` of the next page; null at the end'),
  total: described(z.nullable(count()), 'Null unless this page has all'),
  writers: described(
    CommentWriters,
    'Who may write, as the channel’s owner chooses; `off`: no one, and earlier comments are hidden',
  ),
  is_moderator: described(z.boolean(), 'Whether the caller may delete those of others'),
});
export type CommentPage = z.infer<typeof CommentPage>;

/** At most one empty line in a row. */
const withoutGaps = (text: string): string => text.replaceAll(/\s*\n\s*\n\s*/g, '\n\n');

export const CommentBody = z.strictObject({
  text: trimmedText().check(z.overwrite(withoutGaps), notEmpty(), z.maxLength(COMMENT_MAX_LENGTH)),
});

export const CommentEdit = z.strictObject({
  ...CommentBody.shape,
  revision: described(count(), 'Of the text that is replaced'),
});
export type CommentEdit = z.infer<typeof CommentEdit>;

export const CommentSettings = entity('CommentSettings', { writers: CommentWriters });
export type CommentSettings = z.infer<typeof CommentSettings>;

/** Without who may write, which the page of the comments has. */
export const ReplyPage = entity('ReplyPage', {
  comments: described(z.array(Comment), 'Oldest first; fewer than others where some are hidden'),
  next: described(z.nullable(z.string()), 'The `cursor` of the next page; null at the end'),
});
export type ReplyPage = z.infer<typeof ReplyPage>;

const params = z.object({ kind: Commented, id: Id });
const ofComment = z.object({ kind: Commented, id: Id, comment_id: Id });
const ofReply = z.object({ kind: Commented, id: Id, comment_id: Id, reply_id: Id });

const LIKE_ERRORS = ['not_found', 'forbidden', 'chat_refused', 'conflict'] as const;
const EDIT_ERRORS = ['not_found', 'forbidden', 'chat_refused', 'conflict', 'too_many_requests'] as const;

export const commentsRoutes = routes({
  'GET /comments/{kind}/{id}': {
    summary:
      'The comments under a video or clip, the newest first or those with the most likes, which are compared by their first two digits. Without those of people who hide the caller, and of people whom the channel has banned or blocked',
    access: 'optional',
    params,
    query: z.object({ cursor: PageQuery.cursor, order: z._default(CommentOrder, 'newest') }),
    response: CommentPage,
    cache: LATEST,
    errors: ['not_found'],
  },
  'POST /comments/{kind}/{id}': {
    summary:
      'Write a comment. `chat_refused`: the channel’s chat would refuse it from the caller, or it was removed since',
    access: 'signed-in',
    params,
    body: CommentBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Comment,
    errors: ['not_found', 'forbidden', 'chat_refused', 'too_many_requests'],
  },
  'PUT /comments/{kind}/{id}/{comment_id}': {
    summary: `Change the text of one’s own comment, for ${COMMENT_EDIT_MS / MINUTE_MS} minutes, by the rules of new ones. \`conflict\`: it is older, or was changed since that \`revision\``,
    access: 'signed-in',
    params: ofComment,
    body: CommentEdit,
    response: Comment,
    errors: EDIT_ERRORS,
  },
  'DELETE /comments/{kind}/{id}/{comment_id}': {
    summary:
      'Delete a comment with its replies: one’s own, or as the channel’s owner or a moderator of its chat. One that is gone: changes nothing',
    access: 'signed-in',
    params: ofComment,
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
  'GET /comments/{kind}/{id}/{comment_id}/replies': {
    summary: 'The replies to a comment, oldest first, by the rules of comments',
    access: 'optional',
    params: ofComment,
    query: z.object({ cursor: PageQuery.cursor }),
    response: ReplyPage,
    cache: LATEST,
    errors: ['not_found'],
  },
  'POST /comments/{kind}/{id}/{comment_id}/replies': {
    summary: `Reply to a comment, as one writes a comment; at most ${MAX_REPLIES} replies. Replies have none themselves`,
    access: 'signed-in',
    params: ofComment,
    body: CommentBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Comment,
    errors: ['not_found', 'forbidden', 'chat_refused', 'conflict', 'too_many_requests'],
  },
  'PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}': {
    summary: 'Change the text of one’s own reply, by the rules of comments',
    access: 'signed-in',
    params: ofReply,
    body: CommentEdit,
    response: Comment,
    errors: EDIT_ERRORS,
  },
  'DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}': {
    summary: 'Delete a reply, by the rules of comments. One that is gone: changes nothing',
    access: 'signed-in',
    params: ofReply,
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
  'PUT /comments/{kind}/{id}/{comment_id}/like': {
    summary: 'Like a comment, once. Refused to those whom the channel’s chat has banned or timed out',
    access: 'signed-in',
    params: ofComment,
    status: 204,
    response: z.undefined(),
    errors: LIKE_ERRORS,
  },
  'DELETE /comments/{kind}/{id}/{comment_id}/like': {
    summary: 'Take a like back. Without one, changes nothing',
    access: 'signed-in',
    params: ofComment,
    status: 204,
    response: z.undefined(),
  },
  'PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}/like': {
    summary: 'Like a reply, by the rules of comments',
    access: 'signed-in',
    params: ofReply,
    status: 204,
    response: z.undefined(),
    errors: LIKE_ERRORS,
  },
  'DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}/like': {
    summary: 'Take the like of a reply back. Without one, changes nothing',
    access: 'signed-in',
    params: ofReply,
    status: 204,
    response: z.undefined(),
  },
  'PUT /comments/settings': {
    summary: 'Choose who may write comments under the videos and clips of the caller’s channel',
    access: 'signed-in',
    body: z.strictObject({ writers: CommentWriters }),
    response: CommentSettings,
  },
});
