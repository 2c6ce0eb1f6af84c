/** Changes of comments. */
import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import type { Comment, CommentEdit } from '#shared/community/comments.ts';
import { COMMENT_EDIT_MS, MAX_REPLIES } from '#shared/limits.ts';
import { isoTime, MINUTE_MS } from '#shared/plain/time.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import { commentNotice, type Notice, replyNotice } from '#functions/news/index.ts';
import type { Commented, StoredComment } from './comment.item.ts';
import { type CommentPlace, type CommentsDeps, toComment } from './comments.service.ts';

interface Draft {
  readonly text: string;
  readonly key: string | undefined;
}

/**
 * A used idempotency key returns what it wrote. Throws `not_found`, `forbidden` where comments are off, `chat_refused`,
 * `conflict` for too many replies, and `too_many_requests`.
 */
export async function writeComment(
  deps: CommentsDeps,
  callerId: string,
  commented: Commented,
  { text, key }: Draft,
): Promise<Comment> {
  const [place, author, earlier] = await Promise.all([
    deps.findPlace(callerId, commented),
    // A token stays valid for up to a day after its account is deleted.
    deps.findAuthor(callerId),
    findEarlier(deps, callerId, key),
  ]);
  const { channelId, clipperId } = requireFound(place, commented.kind);
  if (!author) throw notFound('channel');
  const answer = (comment: StoredComment) => ownComment(deps, commented, comment, author);
  if (earlier) return answer(earlier);
  await requireAdmission(deps, { channelId, authorId: callerId, text });
  const { replyTo } = commented;
  const answered = await findAnsweredFor(deps, { callerId, channelId }, commented);
  if ((answered?.replies ?? 0) >= MAX_REPLIES)
    throw new DomainError('conflict', 'too_many_replies', { max: MAX_REPLIES });
  const nowMs = deps.clock();
  const at = isoTime(nowMs);
  const comment: StoredComment = { id: ulid(nowMs), author_id: callerId, text, at };
  const notified = await peopleToNotify(deps, { callerId, channelId, clipperId }, answered);
  const notices = notified.map((personId) => noticeOf({ channelId, personId }, commented, nowMs));
  if (await deps.comments.add({ commented, comment, key, notices }, nowMs))
    return toComment(comment, author, false);
  const other = await findEarlier(deps, callerId, key);
  return answer(requireFound(other, replyTo === undefined ? commented.kind : 'comment'));
}

/** The author of the answered comment; else the owner of the video or clip, and who has made the clip, if the two may meet. */
async function peopleToNotify(
  { findVisibleAuthors }: CommentsDeps,
  { callerId, channelId, clipperId = channelId }: Place & Pick<CommentPlace, 'clipperId'>,
  answered: StoredComment | null,
): Promise<readonly string[]> {
  const people = answered ? [answered.author_id] : [channelId];
  const isOfAnother = !answered && clipperId !== channelId && clipperId !== callerId;
  if (isOfAnother && (await findVisibleAuthors({ id: callerId, channelId }, [clipperId])).has(clipperId))
    people.push(clipperId);
  return people.filter((personId) => personId !== callerId);
}

function noticeOf(
  facts: { readonly channelId: string; readonly personId: string },
  { kind, id, replyTo }: Commented,
  nowMs: number,
): Notice {
  const commented = { ...facts, ...(kind === 'clip' ? { clipId: id } : { videoId: id }) };
  return replyTo === undefined ? commentNotice(commented, nowMs) : replyNotice(commented, replyTo, nowMs);
}

async function ownComment(
  { likes }: CommentsDeps,
  commented: Commented,
  comment: StoredComment,
  author: Channel,
): Promise<Comment> {
  return toComment(comment, author, (await likes.find(author.id, commented)).has(comment.id));
}

interface Place {
  readonly callerId: string;
  readonly channelId: string;
}

/** The comment that is answered, if any. Throws `not_found` where the caller may not see it. */
async function findAnsweredFor(
  { comments, findVisibleAuthors }: CommentsDeps,
  { callerId, channelId }: Place,
  { replyTo, ...above }: Commented,
): Promise<StoredComment | null> {
  if (replyTo === undefined) return null;
  const answered = requireFound(await comments.find(above, replyTo), 'comment');
  const authors = await findVisibleAuthors({ id: callerId, channelId }, [answered.author_id]);
  if (!authors.has(answered.author_id)) throw notFound('comment');
  return answered;
}

/**
 * May be repeated. Throws `not_found`, `forbidden` for another's and where comments are off, `chat_refused`,
 * `too_many_requests`, and `conflict` if it is too old, or was changed since that revision.
 */
export async function editComment(
  deps: CommentsDeps,
  callerId: string,
  { commented, id }: { readonly commented: Commented; readonly id: string },
  edit: CommentEdit,
): Promise<Comment> {
  const [place, author, found] = await Promise.all([
    deps.findPlace(callerId, commented),
    deps.findAuthor(callerId),
    deps.comments.find(commented, id),
  ]);
  const { channelId } = requireFound(place, commented.kind);
  if (!author) throw notFound('channel');
  const comment = requireFound(found, 'comment');
  if (comment.author_id !== callerId) throw new DomainError('forbidden', 'not_yours', { thing: 'other' });
  const changed = { ...comment, text: edit.text, revision: edit.revision + 1 };
  const isDone = comment.text === edit.text && comment.revision === changed.revision;
  if (isDone) return ownComment(deps, commented, comment, author);
  if (deps.clock() - Date.parse(comment.at) > COMMENT_EDIT_MS)
    throw new DomainError('conflict', 'comment_too_old', { max_minutes: COMMENT_EDIT_MS / MINUTE_MS });
  await requireAdmission(deps, { channelId, authorId: callerId, text: edit.text });
  await findAnsweredFor(deps, { callerId, channelId }, commented);
  if (!(await deps.comments.edit(commented, id, edit))) throw new DomainError('conflict', 'comment_changed');
  return ownComment(deps, commented, changed, author);
}

async function findEarlier(
  { comments }: Pick<CommentsDeps, 'comments'>,
  callerId: string,
  key: string | undefined,
): Promise<StoredComment | null> {
  const earlier = key === undefined ? null : await comments.findByKey(callerId, key);
  if (earlier === 'removed') throw new DomainError('chat_refused', 'removed');
  return earlier;
}

async function requireAdmission(
  { comments, checkAdmission, rates }: CommentsDeps,
  draft: { readonly channelId: string; readonly authorId: string; readonly text: string },
): Promise<void> {
  // Hashed, so that the counter contains no id of a person.
  const who = createHash('sha256').update(draft.authorId).digest('base64url');
  await rates.count('comment', who);
  await rates.count('comments of a day', who);
  const { writers } = await comments.settings(draft.channelId);
  if (writers === 'off') throw new DomainError('forbidden', 'comments_off');
  const { refusal } = await checkAdmission({ ...draft, followersOnly: writers === 'followers' });
  if (refusal) throw refusal;
}

/** May be repeated. Throws `forbidden`. */
export async function deleteComment(
  deps: CommentsDeps,
  callerId: string,
  commented: Commented,
  id: string,
): Promise<void> {
  const comment = await deps.comments.find(commented, id);
  if (!comment) return;
  if (comment.author_id === callerId) return deps.remove(commented, id);
  const place = await deps.findPlace(callerId, commented);
  if (!place) throw new DomainError('forbidden', 'only_chat_moderators');
  await deps.removeAsModerator(callerId, place.channelId, { commented, comment });
}
