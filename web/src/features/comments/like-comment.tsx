import { ThumbsUp } from 'lucide-react';
import type { Comment } from '#shared/community/comments.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailed, toastLoginRequired } from '#web/ui/overlays/toast.tsx';
import { type Thread, useLikeComment } from './comments.queries.ts';

interface LikeCommentProps {
  readonly comment: Comment;
  readonly thread: Thread;
}

/** Likes a comment, or takes that back, and shows how many do. */
export function LikeComment({ comment, thread }: LikeCommentProps) {
  const isSignedIn = useSession() !== null;
  const { mutate } = useLikeComment(thread);
  const { is_liked, likes } = comment;
  const toggle = () => {
    if (!isSignedIn) return toastLoginRequired(t('comments.logInToLike'));
    const onError = (error: Error) => toastFailed(t('comments.likeFailed'), error);
    mutate({ comment, isLiked: !is_liked }, { onError });
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      title={t('comments.like')}
      aria-pressed={is_liked}
      onClick={toggle}
      className="tabular-nums aria-pressed:text-accent"
    >
      <ThumbsUp className={`size-4 ${is_liked ? 'fill-current' : ''}`} />
      <span className="sr-only">{t('comments.like')} </span>
      {likes > 0 && formatCount(likes)}
    </Button>
  );
}
