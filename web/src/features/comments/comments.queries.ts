import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment, CommentPage, CommentWriters } from '#shared/community/comments.ts';
import { call } from '#web/lib/api/api.ts';

const kind = 'video';

export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', id],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('GET /comments/{kind}/{id}', { params: { kind, id }, query: cursor ? { cursor } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { failureLog: 'Error fetching comments' },
  });

/** The comments of all pages, each once, because a growing list may repeat one. */
export const commentsIn = (pages: readonly CommentPage[]): readonly Comment[] => [
  ...new Map(pages.flatMap(({ comments }) => comments.map((one) => [one.id, one] as const))).values(),
];

function useChangePages(id: string) {
  const cache = useQueryClient();
  return (change: (page: CommentPage, index: number) => CommentPage) =>
    cache.setQueryData(
      commentsQuery(id).queryKey,
      (known) => known && { ...known, pages: known.pages.map(change) },
    );
}

interface Draft {
  readonly text: string;
  /** Makes a repeated request write once. */
  readonly key: string;
}

/** Fails with `ApiFailure`. */
export function useWriteComment(id: string) {
  const change = useChangePages(id);
  return useMutation({
    mutationFn: ({ text, key }: Draft) =>
      call('POST /comments/{kind}/{id}', {
        params: { kind, id },
        body: { text },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: (comment) =>
      change((page, index) =>
        index > 0
          ? page
          : {
              ...page,
              comments: [comment, ...page.comments],
              total: page.total === null ? null : page.total + 1,
            },
      ),
  });
}

/** Fails with `ApiFailure`. */
export function useDeleteComment(id: string) {
  const change = useChangePages(id);
  return useMutation({
    mutationFn: (comment_id: string) =>
      call('DELETE /comments/{kind}/{id}/{comment_id}', { params: { kind, id, comment_id } }),
    onSuccess: (_, comment_id) =>
      change((page) => {
        const comments = page.comments.filter((comment) => comment.id !== comment_id);
        return { ...page, comments, total: page.total === null ? null : comments.length };
      }),
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
