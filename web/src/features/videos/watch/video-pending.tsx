import { CircleAlert } from 'lucide-react';
import type { Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import { FailureReason } from '../failure-reason.tsx';
import { processingText } from '../visibility-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Replaces the player of an unready video, which only its owner sees. */
export function VideoPending({ video }: { readonly video: Video }) {
  return (
    <div
      role="status"
      data-video={video.status}
      className="flex aspect-video max-h-(--player-height) w-full flex-col items-center justify-center overflow-hidden player-cover px-6 text-center text-white sm:rounded-card"
    >
      {video.status === 'failed' ? <Failed video={video} /> : <Processing video={video} />}
    </div>
  );
}

function Processing({ video: { title, percent, kind } }: { readonly video: Video }) {
  return (
    <>
      <FanMark spinning className="mb-3 size-10 text-player-accent sm:size-14" />
      <p aria-live="off" className="text-lg font-semibold tabular-nums sm:text-xl">
        {processingText(percent)}
      </p>
      <p className="mt-1 mb-4 max-w-sm text-sm text-white/70 sm:text-base">
        {kind === 'replay' ? t('videos.replayProcessing') : t('videos.videoProcessing')}
      </p>
      <ProgressBar
        label={t('videos.processingVideo', { title })}
        share={percent / 100}
        className="max-w-xs"
      />
    </>
  );
}

function Failed({ video }: { readonly video: Video }) {
  return (
    <>
      <CircleAlert className="mb-3 size-9 text-player-danger sm:size-12" />
      <p className="text-lg font-semibold sm:text-xl">{t('videos.processingFailedTitle')}</p>
      <p className="mt-1 max-w-md text-sm text-white/80 sm:text-base">
        <FailureReason video={video} />
      </p>
      {video.kind === 'upload' && (
        <ButtonLink to={paths.upload()} className="mt-4">
          {t('videos.uploadAnotherFile')}
        </ButtonLink>
      )}
    </>
  );
}
