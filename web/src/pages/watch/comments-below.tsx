import { useReport } from '#web/features/moderation/reports/report-menu.tsx';
import type { CommentSubject } from '#web/features/comments/comment-entry.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

const CommentsSection = onDemand(
  () => import('#web/features/comments/comments-section.tsx'),
  'CommentsSection',
);

interface CommentsBelowProps {
  readonly subject: CommentSubject;
  readonly isOwn: boolean;
}

/** The comments under a video or clip, loaded near the viewport. */
export function CommentsBelow({ subject, isOwn }: CommentsBelowProps) {
  const { report, dialog } = useReport();
  return (
    <div className="min-h-px">
      <WhenNear>
        <CommentsSection
          subject={subject}
          isOwn={isOwn}
          onReport={({ id, display_name: username }, replyTo) =>
            report({
              kind: 'comment',
              id: subject.id,
              message_id: replyTo ?? id,
              ...(replyTo !== undefined && { reply_id: id }),
              ...(subject.kind === 'clip' && { under: 'clip' }),
              name: t('comments.commentBy', { username }),
            })
          }
        />
      </WhenNear>
      {dialog}
    </div>
  );
}
