import { Flag, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Comment } from '#shared/community/comments.ts';
import { COMMENT_EDIT_MS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { formatDay } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/links/link.tsx';
import { TimedText } from '#web/ui/links/timed-text.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { type Commented, type Thread, useDeleteComment } from './comments.queries.ts';

export interface CommentSubject extends Commented {
  /** Of its channel. */
  readonly channelId: string;
  /** Where times in comments lead. */
  readonly page: string;
  /** Longer times are no links; 0: none are. */
  readonly durationS: number;
}

export interface CommentEntryProps {
  readonly comment: Comment;
  readonly subject: CommentSubject;
  /** Of a reply: the comment that it answers. */
  readonly replyTo?: string;
  /** Whether the reader may delete comments of others. */
  readonly isModerator: boolean;
  readonly onReport: ReportComment;
  /** Below the text. */
  readonly children?: ReactNode;
}

/** `replyTo`: the comment that it answers. */
export type ReportComment = (comment: Comment, replyTo?: string) => void;

export function CommentEntry(props: CommentEntryProps) {
  const { comment, subject, replyTo, isModerator, onReport, children } = props;
  const { username, display_name, avatar, created_at, author_id } = comment;
  const age = useAge(created_at);
  const isOwn = useSession()?.user.id === author_id;
  const nowMs = serverTime(useNow(MINUTE_MS));
  const canEdit = isOwn && nowMs < Date.parse(created_at) + COMMENT_EDIT_MS;
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const thread = { kind: subject.kind, id: subject.id, replyTo };
  const name = t('comments.commentBy', { username: display_name });
  return (
    <li className="flex flex-wrap gap-x-3">
      <Link to={paths.channel(username)} tabIndex={-1} aria-hidden className="shrink-0 self-start">
        <Avatar name={username} src={avatar} className={replyTo ? 'size-8 text-sm' : 'size-10 text-base'} />
      </Link>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Link to={paths.channel(username)} className="min-w-0 rounded-sm font-semibold hover:text-accent">
            <bdi className="wrap-anywhere">{display_name}</bdi>
          </Link>
          {author_id === subject.channelId && <Badge>{t('chat.streamer')}</Badge>}
          <time dateTime={created_at} title={formatDay(created_at)} className="text-soft">
            {age}
          </time>
          {comment.revision > 0 && <span className="text-soft">{t('comments.edited')}</span>}
        </p>
        {isEditing ? (
          <CommentEditor comment={comment} thread={thread} onClose={() => setIsEditing(false)} />
        ) : (
          <Text comment={comment} subject={subject} />
        )}
      </div>
      <MoreMenu of={name}>
        {canEdit && (
          <MenuItem onSelect={() => setIsEditing(true)}>
            <Pencil />
            {t('common.edit')}
          </MenuItem>
        )}
        {(isOwn || isModerator) && (
          <MenuItem isDestructive onSelect={() => setIsDeleting(true)}>
            <Trash2 />
            {t('common.delete')}
          </MenuItem>
        )}
        {!isOwn && (
          <MenuItem onSelect={() => onReport(comment, replyTo)}>
            <Flag />
            {t('common.report')}
          </MenuItem>
        )}
      </MoreMenu>
      {children && (
        // In line with the text beside the picture, which is smaller in replies.
        <div className={`basis-full ps-11 ${replyTo ? '' : 'ms-2'}`}>{children}</div>
      )}
      {isDeleting && (
        <DeleteQuestion comment={comment} thread={thread} onClose={() => setIsDeleting(false)} />
      )}
    </li>
  );
}

const LONG_TEXT = 500;
const LONG_LINES = 8;

/** Of a long one the beginning. Times lead to the place in the video. */
function Text({ comment: { text }, subject }: Pick<CommentEntryProps, 'comment' | 'subject'>) {
  const isLong = text.length > LONG_TEXT || text.split('\n').length > LONG_LINES;
  const [isWhole, setIsWhole] = useState(!isLong);
  return (
    <>
      <p dir="auto" className={`mt-1 wrap-anywhere whitespace-pre-line ${isWhole ? '' : 'line-clamp-6'}`}>
        <TimedText text={text} page={subject.page} durationS={subject.durationS} />
      </p>
      {!isWhole && (
        <Button variant="ghost" size="sm" className="-ms-3 mt-1" onClick={() => setIsWhole(true)}>
          {t('comments.showMore')}
        </Button>
      )}
    </>
  );
}

interface DeleteQuestionProps {
  readonly comment: Comment;
  readonly thread: Thread;
  readonly onClose: () => void;
}

function DeleteQuestion({ comment, thread, onClose }: DeleteQuestionProps) {
  const { mutate, isPending, error } = useDeleteComment(thread);
  const remove = () => mutate(comment.id, { onSuccess: () => toastSuccess(t('comments.deleted')) });
  return (
    <Question
      title={t('comments.deleteTitle')}
      no={t('common.cancel')}
      yes={t('common.delete')}
      isBusy={isPending}
      onNo={onClose}
      onYes={remove}
    >
      <blockquote dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
        {comment.text}
      </blockquote>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {error && detailOr(error, t('comments.deleteFailed'))}
      </p>
    </Question>
  );
}
