import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import type { Comment, CommentPage, CommentSettings, ReplyPage } from '#shared/community/comments.ts';
import { MAX_REPLIES } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import type { Commented, StoredComment } from './comment.item.ts';
import type { CommentsRepository } from './comments.repository.ts';

export interface CommentsDeps {
  readonly comments: CommentsRepository;
  /** The channel of what a person may see; `null` if they may not. Eventually consistent. */
  readonly findChannelOf: (callerId: string | undefined, commented: Commented) => Promise<string | null>;
  readonly findAuthor: (id: string) => Promise<Channel | null>;
  /**
   * Returns the authors, by id, whose comments a person may see on a channel: without hidden people, people whom the channel
   * has banned or blocked, and people who block the reader. Eventually consistent.
   */
  readonly findVisibleAuthors: (
    reader: { readonly id: string | undefined; readonly channelId: string },
    authorIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Channel>>;
  /** `followersOnly` replaces the chat's choice. */
  readonly checkAdmission: (draft: {
    readonly channelId: string;
    readonly authorId: string;
    readonly text: string;
    readonly followersOnly: boolean;
  }) => Promise<{ readonly refusal: DomainError | null }>;
  readonly isModerator: (channelId: string, personId: string) => Promise<boolean>;
  /** Deletes a comment with its replies. May be repeated. */
  readonly remove: (commented: Commented, id: string) => Promise<void>;
  /** The same with another's. Throws `forbidden` unless the caller may moderate its author on the channel. */
  readonly removeAsModerator: (
    callerId: string,
    channelId: string,
    removal: { readonly commented: Commented; readonly comment: StoredComment },
  ) => Promise<void>;
  readonly rates: Pick<RateCounter, 'count'>;
  readonly clock: () => number;
}

const PAGE = 20;

/** Throws `not_found`. */
export async function listComments(
  { comments, findChannelOf, findVisibleAuthors, isModerator }: CommentsDeps,
  callerId: string | undefined,
  commented: Commented,
  cursor: string | undefined,
): Promise<CommentPage> {
  const channelId = requireFound(await findChannelOf(callerId, commented), commented.kind);
  const [{ writers }, isStaff, page] = await Promise.all([
    comments.settings(channelId),
    callerId !== undefined && (callerId === channelId || isModerator(channelId, callerId)),
    comments.list(commented, { limit: PAGE, cursor }),
  ]);
  const facts = { writers, is_moderator: isStaff };
  if (writers === 'off') return { comments: [], next: null, total: null, ...facts };
  const authors = await findVisibleAuthors({ id: callerId, channelId }, authorsOf(page.items));
  const visible = withAuthors(page.items, authors);
  // A number of all would say how many are hidden.
  const isWhole = cursor === undefined && page.next === undefined;
  return { comments: visible, next: page.next ?? null, total: isWhole ? visible.length : null, ...facts };
}

type ReplyTo = Commented & { readonly replyTo: string };

/** Throws `not_found`, also where the caller may not see the comment. */
export async function listReplies(
  { comments, findChannelOf, findVisibleAuthors }: CommentsDeps,
  callerId: string | undefined,
  commented: ReplyTo,
  cursor: string | undefined,
): Promise<ReplyPage> {
  const channelId = requireFound(await findChannelOf(callerId, commented), commented.kind);
  const [{ writers }, answered, page] = await Promise.all([
    comments.settings(channelId),
    findAnswered(comments, commented),
    comments.list(commented, { limit: PAGE, cursor }),
  ]);
  if (!answered || writers === 'off') throw notFound('comment');
  const authors = await findVisibleAuthors({ id: callerId, channelId }, authorsOf([answered, ...page.items]));
  if (!authors.has(answered.author_id)) throw notFound('comment');
  return { comments: withAuthors(page.items, authors), next: page.next ?? null };
}

const findAnswered = (comments: CommentsRepository, { kind, id, replyTo }: ReplyTo) =>
  comments.find({ kind, id }, replyTo);

const authorsOf = (comments: readonly StoredComment[]): string[] => [
  ...new Set(comments.map(({ author_id }) => author_id)),
];

const withAuthors = (comments: readonly StoredComment[], authors: ReadonlyMap<string, Channel>): Comment[] =>
  comments.flatMap((comment) => {
    const author = authors.get(comment.author_id);
    return author ? [toComment(comment, author)] : [];
  });

const toComment = ({ id, author_id, text, at, replies = 0 }: StoredComment, author: Channel): Comment => ({
  id,
  author_id,
  username: author.username,
  display_name: author.display_name,
  avatar: author.avatar,
  text,
  created_at: at,
  has_replies: replies > 0,
});

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
  const [channelId, author, earlier] = await Promise.all([
    deps.findChannelOf(callerId, commented),
    // A token stays valid for up to a day after its account is deleted.
    deps.findAuthor(callerId),
    findEarlier(deps, callerId, key),
  ]);
  if (!channelId) throw notFound(commented.kind);
  if (!author) throw notFound('channel');
  if (earlier) return toComment(earlier, author);
  await requireAdmission(deps, { channelId, authorId: callerId, text });
  const { replyTo } = commented;
  if (replyTo !== undefined) await requireAnswered(deps, { callerId, channelId }, { ...commented, replyTo });
  const nowMs = deps.clock();
  const at = isoTime(nowMs);
  const comment: StoredComment = { id: ulid(nowMs), author_id: callerId, text, at };
  if (await deps.comments.add({ commented, comment, key }, nowMs)) return toComment(comment, author);
  const other = await findEarlier(deps, callerId, key);
  return toComment(requireFound(other, replyTo === undefined ? commented.kind : 'comment'), author);
}

/** Throws `not_found` where the caller may not see the comment, and `conflict` for too many replies. */
async function requireAnswered(
  { comments, findVisibleAuthors }: CommentsDeps,
  { callerId, channelId }: { readonly callerId: string; readonly channelId: string },
  commented: ReplyTo,
): Promise<void> {
  const answered = requireFound(await findAnswered(comments, commented), 'comment');
  const authors = await findVisibleAuthors({ id: callerId, channelId }, [answered.author_id]);
  if (!authors.has(answered.author_id)) throw notFound('comment');
  if ((answered.replies ?? 0) >= MAX_REPLIES)
    throw new DomainError('conflict', 'too_many_replies', { max: MAX_REPLIES });
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
  await rates.count('comment', createHash('sha256').update(draft.authorId).digest('base64url'));
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
  const channelId = await deps.findChannelOf(callerId, commented);
  if (!channelId) throw new DomainError('forbidden', 'only_chat_moderators');
  await deps.removeAsModerator(callerId, channelId, { commented, comment });
}

export async function changeCommentSettings(
  { comments }: Pick<CommentsDeps, 'comments'>,
  callerId: string,
  { writers }: CommentSettings,
): Promise<CommentSettings> {
  await comments.setWriters(callerId, writers);
  return { writers };
}
