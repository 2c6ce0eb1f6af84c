import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { useHovered } from '#web/lib/hooks/use-hovered.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';
import { hiddenLabel, processingText } from '../visibility-words.ts';
import { ProgressBar } from '#web/ui/states/progress-bar.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const VideoPreview = onDemand(() => import('./video-preview.tsx'), 'VideoPreview', { isOptional: true });

/** A video's poster with its length or state. In a link, it moves while the link is hovered or focused. */
export function VideoThumbnail({ video }: { readonly video: Video }) {
  const { kind, status, duration_s } = video;
  const hidden = hiddenLabel(video);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const isHovered = useHovered(box);
  return (
    <div
      ref={setBox}
      className="relative aspect-video overflow-hidden rounded-card bg-raised outline-1 -outline-offset-1 outline-line group-hover:outline-2 group-hover:outline-accent"
    >
      <Poster url={video.thumbnail_url} name={video.id + video.title} />
      {isHovered && video.storyboard_url !== null && <VideoPreview storyboardUrl={video.storyboard_url} />}
      {status !== 'ready' && <ProcessingState video={video} />}
      {hidden && (
        <span className={`absolute top-2 start-2 text-xs font-medium text-white ${LABEL}`}>{hidden}</span>
      )}
      <div className="absolute inset-x-2 bottom-2 flex items-center justify-between gap-2 text-xs font-medium text-white">
        {kind === 'replay' ? <span className={LABEL}>{t('videos.replay')}</span> : <span />}
        {status === 'ready' && duration_s !== null && (
          <span className={`${LABEL} tabular-nums`}>
            <span className="sr-only">{t('common.lengthPrefix')} </span>
            {formatClock(duration_s)}
          </span>
        )}
      </div>
    </div>
  );
}

const LABEL = 'rounded-sm bg-black/75 px-1.5 py-0.5';

/** Covers the poster of an unplayable video, for its owner. */
function ProcessingState({ video }: { readonly video: Video }) {
  const { status, percent } = video;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-black/75 px-6 text-center text-sm font-medium text-white">
      {status === 'failed' ? (
        <>
          <CircleAlert className="size-6 text-player-danger" />
          {t('videos.processingFailed')}
        </>
      ) : (
        <>
          <FanMark spinning className="size-6" />
          <span className="tabular-nums">{processingText(percent)}</span>
          <ProgressBar
            label={t('videos.processingVideo', { title: video.title })}
            share={percent / 100}
            className="max-w-40"
          />
        </>
      )}
    </div>
  );
}
