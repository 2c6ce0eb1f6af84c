import type { Channel } from '#shared/channels/channels.ts';
import type {
  Comment,
  CommentOrder,
  CommentPage,
  CommentSettings,
  ReplyPage,
} from '#shared/community/comments.ts';
import { type DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import type { Commented, StoredComment } from './comment.item.ts';
import type { CommentsRepository } from './comments.repository.ts';
import type { CommentLikesRepository } from './likes.repository.ts';

export interface CommentPlace {
  readonly channelId: string;
  /** Who has made the clip. */
  readonly clipperId?: string | undefined;
}

export interface CommentsDeps {
  readonly comments: CommentsRepository;
  readonly likes: CommentLikesRepository;
  /** Of what a person may see; `null` if they may not. Eventually consistent. */
  readonly findPlace: (callerId: string | undefined, commented: Commented) => Promise<CommentPlace | null>;
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
  /** Deletes another's, without its replies, which return with it where that is undone. Throws `forbidden` unless the caller may moderate its author on the channel. */
  readonly removeAsModerator: (
    callerId: string,
    channelId: string,
    removal: { readonly commented: Commented; readonly comment: StoredComment },
  ) => Promise<void>;
  readonly rates: Pick<RateCounter, 'count'>;
  readonly clock: () => number;
}

const PAGE = 20;
const NONE: ReadonlySet<string> = new Set();

/** Throws `not_found`. */
export async function listComments(
  { comments, likes, findPlace, findVisibleAuthors, isModerator }: CommentsDeps,
  callerId: string | undefined,
  commented: Commented,
  { cursor, order }: { readonly cursor?: string | undefined; readonly order: CommentOrder },
): Promise<CommentPage> {
  const { channelId } = requireFound(await findPlace(callerId, commented), commented.kind);
  const list = order === 'best' ? comments.listBest : comments.list;
  const [{ writers }, isStaff, page, liked] = await Promise.all([
    comments.settings(channelId),
    callerId !== undefined && (callerId === channelId || isModerator(channelId, callerId)),
    list(commented, { limit: PAGE, cursor }),
    callerId === undefined ? NONE : likes.find(callerId, commented),
  ]);
  const facts = { writers, is_moderator: isStaff };
  if (writers === 'off') return { comments: [], next: null, total: null, ...facts };
  const authors = await findVisibleAuthors({ id: callerId, channelId }, authorsOf(page.items));
  const visible = toComments(page.items, authors, liked);
  // A number of all would say how many are hidden.
  const isWhole = cursor === undefined && page.next === undefined;
  return { comments: visible, next: page.next ?? null, total: isWhole ? visible.length : null, ...facts };
}

type ReplyTo = Commented & { readonly replyTo: string };

/** Throws `not_found`, also where the caller may not see the comment. */
export async function listReplies(
  { comments, likes, findPlace, findVisibleAuthors }: CommentsDeps,
  callerId: string | undefined,
  commented: ReplyTo,
  cursor: string | undefined,
): Promise<ReplyPage> {
  const { channelId } = requireFound(await findPlace(callerId, commented), commented.kind);
  const [{ writers }, answered, page, liked] = await Promise.all([
    comments.settings(channelId),
    findAnswered(comments, commented),
    comments.list(commented, { limit: PAGE, cursor }),
    callerId === undefined ? NONE : likes.find(callerId, commented),
  ]);
  if (!answered || writers === 'off') throw notFound('comment');
  const authors = await findVisibleAuthors({ id: callerId, channelId }, authorsOf([answered, ...page.items]));
  if (!authors.has(answered.author_id)) throw notFound('comment');
  return { comments: toComments(page.items, authors, liked), next: page.next ?? null };
}

const findAnswered = (comments: CommentsRepository, { kind, id, replyTo }: ReplyTo) =>
  comments.find({ kind, id }, replyTo);

const authorsOf = (comments: readonly StoredComment[]): string[] => [
  ...new Set(comments.map(({ author_id }) => author_id)),
];

const toComments = (
  comments: readonly StoredComment[],
  authors: ReadonlyMap<string, Channel>,
  liked: ReadonlySet<string>,
): Comment[] =>
  comments.flatMap((comment) => {
    const author = authors.get(comment.author_id);
    return author ? [toComment(comment, author, liked.has(comment.id))] : [];
  });

export const toComment = (comment: StoredComment, author: Channel, isLiked: boolean): Comment => ({
  id: comment.id,
  author_id: comment.author_id,
  username: author.username,
  display_name: author.display_name,
  avatar: author.avatar,
  text: comment.text,
  created_at: comment.at,
  revision: comment.revision ?? 0,
  likes: comment.likes ?? 0,
  is_liked: isLiked,
  has_replies: (comment.replies ?? 0) > 0,
});

export async function changeCommentSettings(
  { comments }: Pick<CommentsDeps, 'comments'>,
  callerId: string,
  { writers }: CommentSettings,
): Promise<CommentSettings> {
  await comments.setWriters(callerId, writers);
  return { writers };
}
