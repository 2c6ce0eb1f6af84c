import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import type { VideoPosition } from '#web/features/player/video/video-player.tsx';
import { videoQuery } from '#web/features/videos/videos.queries.ts';
import { countView } from '#web/features/videos/watch/count-view.ts';
import { usePlayed } from '#web/features/videos/watch/use-played.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { paths } from '#web/lib/paths.ts';
import type { EmbedOptions } from './embed-address.ts';
import { EmbedFrame, EmbedLoaded, EmbedMissing, EmbedPoster } from './embed-frame.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const VideoPlayer = onDemand(() => import('#web/features/player/video/video-player.tsx'), 'VideoPlayer');

const MISSING = { title: t('video.notFound'), text: t('embeddedVideo.notFoundHint') };

interface EmbeddedVideoProps {
  readonly id: string;
  readonly options: EmbedOptions;
}

/** An embedded public or unlisted video. */
export function EmbeddedVideo({ id, options }: EmbeddedVideoProps) {
  return (
    <EmbedLoaded query={useQuery(videoQuery(id))} missing={MISSING}>
      {(video) => <FoundVideo key={video.id} video={video} options={options} />}
    </EmbedLoaded>
  );
}

function FoundVideo({ video, options }: { readonly video: Video; readonly options: EmbedOptions }) {
  const { title, thumbnail_url, duration_s, playback_url } = video;
  const [isStarted, setIsStarted] = useState(options.isAutoplay);
  const player = useRef<VideoPosition>(null);
  const reportPlayed = usePlayed(video, () => player.current?.positionS() ?? 0);
  const onWatched = () => {
    void countView(video);
    reportPlayed();
  };
  const isWithin = options.startS !== null && options.startS < (duration_s ?? 0);
  const [start] = useState(isWithin ? { atS: options.startS ?? 0 } : null);
  return (
    <EmbedFrame title={title} href={paths.video(video.username, video.id)}>
      {playback_url === null ? (
        <EmbedMissing {...MISSING} />
      ) : isStarted ? (
        <VideoPlayer
          video={video}
          url={playback_url}
          start={start}
          ref={player}
          muting={options.isMuted ? 'always' : 'where-refused'}
          onWatched={onWatched}
        />
      ) : (
        <EmbedPoster
          title={title}
          src={thumbnail_url}
          badge={duration_s !== null && <Length seconds={duration_s} />}
          onPlay={() => setIsStarted(true)}
        />
      )}
    </EmbedFrame>
  );
}

const Length = ({ seconds }: { readonly seconds: number }) => (
  <span className="rounded-sm bg-black/75 px-1.5 py-0.5 text-xs font-medium tabular-nums">
    <span className="sr-only">{t('common.lengthPrefix')} </span>
    {formatClock(seconds)}
  </span>
);
