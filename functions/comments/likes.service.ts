import { MAX_LIKED_COMMENTS } from '#shared/limits.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Commented } from './comment.item.ts';
import type { CommentsDeps } from './comments.service.ts';

interface LikedComment {
  readonly commented: Commented;
  readonly id: string;
}

/** May be repeated. Throws `not_found`, also where the caller may not see it, `forbidden`, `chat_refused`, and `conflict` for too many. */
export async function likeComment(
  { comments, likes, findPlace, findAuthor, findVisibleAuthors, checkAdmission }: CommentsDeps,
  callerId: string,
  { commented, id }: LikedComment,
): Promise<void> {
  const { replyTo, ...above } = commented;
  const [place, author, comment, answered] = await Promise.all([
    findPlace(callerId, commented),
    // A token stays valid for up to a day after its account is deleted.
    findAuthor(callerId),
    comments.find(commented, id),
    replyTo === undefined ? undefined : comments.find(above, replyTo),
  ]);
  const { channelId } = requireFound(place, commented.kind);
  if (!author) throw notFound('channel');
  const found = [comment, ...(answered === undefined ? [] : [answered])].map((one) =>
    requireFound(one, 'comment'),
  );
  const authorIds = found.map(({ author_id }) => author_id);
  const [{ writers }, visible, { refusal }] = await Promise.all([
    comments.settings(channelId),
    findVisibleAuthors({ id: callerId, channelId }, [...new Set(authorIds)]),
    checkAdmission({ channelId, authorId: callerId, text: '', followersOnly: false }),
  ]);
  if (writers === 'off') throw new DomainError('forbidden', 'comments_off');
  if (!authorIds.every((authorId) => visible.has(authorId))) throw notFound('comment');
  if (refusal) throw refusal;
  if (await likes.add(callerId, commented, id)) return;
  throw new DomainError('conflict', 'too_many_liked_comments', { max: MAX_LIKED_COMMENTS });
}

/** May be repeated, also where the caller may no longer see it. */
export const unlikeComment = (
  { likes }: Pick<CommentsDeps, 'likes'>,
  callerId: string,
  { commented, id }: LikedComment,
): Promise<void> => likes.remove(callerId, commented, id);
