import type { Video } from '#shared/videos/videos.ts';
import { useReport } from '#web/features/moderation/reports/report-menu.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

const CommentsSection = onDemand(
  () => import('#web/features/comments/comments-section.tsx'),
  'CommentsSection',
);

interface VideoCommentsProps {
  readonly video: Video;
  readonly isOwn: boolean;
}

/** The comments under a video, loaded near the viewport. */
export function VideoComments({ video, isOwn }: VideoCommentsProps) {
  const { report, dialog } = useReport();
  return (
    <div className="min-h-px">
      <WhenNear>
        <CommentsSection
          video={video}
          isOwn={isOwn}
          onReport={({ id, display_name: username }, replyTo) =>
            report({
              kind: 'comment',
              id: video.id,
              message_id: replyTo ?? id,
              ...(replyTo !== undefined && { reply_id: id }),
              name: t('comments.commentBy', { username }),
            })
          }
        />
      </WhenNear>
      {dialog}
    </div>
  );
}
