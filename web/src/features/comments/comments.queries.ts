import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment, CommentOrder, CommentPage, CommentWriters } from '#shared/community/comments.ts';
import { call } from '#web/lib/api/api.ts';

const meta = { failureLog: 'Error fetching comments' };
const byNext = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { readonly next: string | null }) => next,
};

/** What is commented on. */
export interface Commented {
  readonly kind: 'video' | 'clip';
  readonly id: string;
}

export const commentedOf = ({ kind, id }: Commented): Commented => ({ kind, id });

const listsKey = (id: string) => ['comments', id, 'list'] as const;

export const commentsQuery = ({ kind, id }: Commented, order: CommentOrder) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(id), order],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('GET /comments/{kind}/{id}', {
        params: { kind, id },
        query: { ...(order !== 'newest' && { order }), ...(cursor && { cursor }) },
        signal,
      }),
    ...byNext,
    meta,
  });

/** Oldest first. */
export const repliesQuery = ({ kind, id }: Commented, comment_id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', id, 'replies', comment_id],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('GET /comments/{kind}/{id}/{comment_id}/replies', {
        params: { kind, id, comment_id },
        query: cursor ? { cursor } : {},
        signal,
      }),
    ...byNext,
    meta,
  });

/** The comments of all pages, each once, because a changing list may repeat one. */
export const commentsIn = (
  pages: readonly { readonly comments: readonly Comment[] }[],
): readonly Comment[] => [
  ...new Map(pages.flatMap(({ comments }) => comments.map((one) => [one.id, one] as const))).values(),
];

/** Where comments are written: under a video or clip, or as replies to a comment there. */
export interface Thread extends Commented {
  readonly replyTo?: string | undefined;
}

type Change = (comments: Comment[], isFirst: boolean, isLast: boolean) => Comment[];

const changedPages = <P extends { comments: Comment[] }>(pages: readonly P[], change: Change): P[] =>
  pages.map((page, index) => ({
    ...page,
    comments: change(page.comments, index === 0, index === pages.length - 1),
  }));

/** Changes what is loaded of a thread. */
function useChangeThread() {
  const cache = useQueryClient();
  return ({ replyTo, ...of }: Thread, change: Change): void => {
    if (replyTo !== undefined)
      cache.setQueryData(
        repliesQuery(of, replyTo).queryKey,
        (known) => known && { ...known, pages: changedPages(known.pages, change) },
      );
    else
      cache.setQueriesData<InfiniteData<CommentPage, string | null>>(
        { queryKey: listsKey(of.id) },
        (known) => known && { ...known, pages: changedPages(known.pages, change).map(withTotal) },
      );
  };
}

const withTotal = (page: CommentPage): CommentPage => ({
  ...page,
  total: page.total === null ? null : page.comments.length,
});

interface Draft {
  readonly text: string;
  /** Makes a repeated request write once. */
  readonly key: string;
}

/** Fails with `ApiFailure`. */
export function useWriteComment(thread: Thread) {
  const change = useChangeThread();
  const { kind, id, replyTo } = thread;
  return useMutation({
    mutationFn: ({ text, key }: Draft) => {
      const request = { body: { text }, headers: { 'idempotency-key': key } };
      return replyTo === undefined
        ? call('POST /comments/{kind}/{id}', { params: { kind, id }, ...request })
        : call('POST /comments/{kind}/{id}/{comment_id}/replies', {
            params: { kind, id, comment_id: replyTo },
            ...request,
          });
    },
    onSuccess: (written) => {
      if (replyTo === undefined)
        return change(thread, (known, isFirst) => (isFirst ? [written, ...known] : known));
      change(thread, (known, _, isLast) => (isLast ? [...known, written] : known));
      change({ kind, id }, (known) =>
        known.map((comment) => (comment.id === replyTo ? { ...comment, has_replies: true } : comment)),
      );
    },
  });
}

/** Fails with `ApiFailure`. */
export function useEditComment(thread: Thread) {
  const change = useChangeThread();
  const { kind, id, replyTo } = thread;
  return useMutation({
    mutationFn: ({ comment: { id: one, revision }, text }: Edit) => {
      const body = { text, revision };
      return replyTo === undefined
        ? call('PUT /comments/{kind}/{id}/{comment_id}', { params: { kind, id, comment_id: one }, body })
        : call('PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}', {
            params: { kind, id, comment_id: replyTo, reply_id: one },
            body,
          });
    },
    onSuccess: (edited) =>
      change(thread, (known) =>
        known.map((one) =>
          one.id === edited.id ? { ...one, text: edited.text, revision: edited.revision } : one,
        ),
      ),
  });
}

/** Displays the change at once. Fails with `ApiFailure`. */
export function useLikeComment(thread: Thread) {
  const change = useChangeThread();
  const { kind, id, replyTo } = thread;
  const display = (one: string, isLiked: boolean) =>
    change(thread, (known) =>
      known.map((comment) =>
        comment.id === one && comment.is_liked !== isLiked
          ? { ...comment, is_liked: isLiked, likes: Math.max(0, comment.likes + (isLiked ? 1 : -1)) }
          : comment,
      ),
    );
  return useMutation({
    mutationFn: ({ comment: { id: one }, isLiked }: Like) => {
      const method = isLiked ? 'PUT' : 'DELETE';
      return replyTo === undefined
        ? call(`${method} /comments/{kind}/{id}/{comment_id}/like`, { params: { kind, id, comment_id: one } })
        : call(`${method} /comments/{kind}/{id}/{comment_id}/replies/{reply_id}/like`, {
            params: { kind, id, comment_id: replyTo, reply_id: one },
          });
    },
    // One’s own requests in their order, so that the last press counts.
    scope: { id: `like of ${id}` },
    onMutate: ({ comment, isLiked }) => display(comment.id, isLiked),
    onError: (_, { comment, isLiked }) => display(comment.id, !isLiked),
  });
}

interface Like {
  readonly comment: Comment;
  readonly isLiked: boolean;
}

interface Edit {
  readonly comment: Comment;
  readonly text: string;
}

/** Fails with `ApiFailure`. */
export function useDeleteComment(thread: Thread) {
  const change = useChangeThread();
  const { kind, id, replyTo } = thread;
  return useMutation({
    mutationFn: (one: string) =>
      replyTo === undefined
        ? call('DELETE /comments/{kind}/{id}/{comment_id}', { params: { kind, id, comment_id: one } })
        : call('DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}', {
            params: { kind, id, comment_id: replyTo, reply_id: one },
          }),
    onSuccess: (_, one) => change(thread, (known) => known.filter((comment) => comment.id !== one)),
  });
}

/** For the channel's owner. Fails with `ApiFailure`. */
export function useCommentSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (writers: CommentWriters) => call('PUT /comments/settings', { body: { writers } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['comments'] }),
  });
}
