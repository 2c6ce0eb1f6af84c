import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Comment } from '#shared/community/comments.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { CommentEntry, type CommentSubject, type ReportComment } from './comment-entry.tsx';
import { CommentForm } from './comment-form.tsx';
import { commentedOf, commentsIn, repliesQuery } from './comments.queries.ts';
import { LikeComment } from './like-comment.tsx';

interface RepliesProps {
  readonly comment: Comment;
  readonly subject: CommentSubject;
  readonly isModerator: boolean;
  readonly onReport: ReportComment;
}

/** Below a comment: the replies to it, and a form for another one, both on demand. */
export function Replies({ comment, subject, ...entry }: RepliesProps) {
  const { id, display_name: username, has_replies } = comment;
  const of = commentedOf(subject);
  const [isOpen, setIsOpen] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const send = () => {
    setIsWriting(false);
    setIsOpen(true);
  };
  return (
    <>
      <div className="-ms-3 mt-1 flex flex-wrap gap-1">
        <LikeComment comment={comment} thread={of} />
        <Button variant="ghost" size="sm" aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          {t('comments.reply')}
        </Button>
        {has_replies && (
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('comments.hideReplies') : t('comments.showReplies')}
          </Button>
        )}
      </div>
      {isWriting && (
        <div className="mt-2">
          <CommentForm
            thread={{ ...of, replyTo: id }}
            label={t('comments.writeReply', { username })}
            send={t('comments.reply')}
            onSent={send}
          />
        </div>
      )}
      {isOpen && <ReplyList commentId={id} subject={subject} {...entry} />}
    </>
  );
}

type ReplyListProps = Omit<RepliesProps, 'comment'> & { readonly commentId: string };

function ReplyList({ commentId, subject, isModerator, onReport }: ReplyListProps) {
  const of = commentedOf(subject);
  const list = useInfiniteQuery(repliesQuery(of, commentId));
  const box = useRef<HTMLUListElement>(null);
  const replies = useWithoutHidden(commentsIn(list.data?.pages ?? []));
  return (
    <div className="mt-3">
      <Loaded
        query={list}
        failure={t('comments.repliesFailed')}
        isInCard
        skeleton={<Skeleton className="h-14" />}
      >
        {() => (
          <>
            {replies.length === 0 && !list.hasNextPage && (
              <p className="text-sm text-soft">{t('comments.noReplies')}</p>
            )}
            <ul ref={box} className="space-y-4 empty:hidden">
              {replies.map((reply) => (
                <CommentEntry
                  key={reply.id}
                  comment={reply}
                  subject={subject}
                  replyTo={commentId}
                  isModerator={isModerator}
                  onReport={onReport}
                >
                  <div className="-ms-3 mt-1 flex">
                    <LikeComment comment={reply} thread={{ ...of, replyTo: commentId }} />
                  </div>
                </CommentEntry>
              ))}
            </ul>
            <LoadMore visible={replies.length} box={box} entry="li > div > p:first-child > a" list={list} />
          </>
        )}
      </Loaded>
    </div>
  );
}
