import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import type { Video } from '../../../../../shared/videos/videos.ts';
import { formatClock } from '../../../lib/words/format-media.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { PlayerFrame, type RenderTools, useTools } from '../player-frame.tsx';
import { type Muting, type Start, useVideo } from './use-video.ts';
import { useWatched } from './watched-time.ts';
import { type Span, useSpan } from './span.ts';
import { hasPicture, type VideoState } from './video.machine.ts';
import { VideoNotice } from './video-notice.tsx';

const Controls = onDemand(() => import('../controls/controls.tsx'), 'Controls', { isOverlay: true });

interface VideoPlayerProps {
  readonly video: Pick<Video, 'id' | 'title' | 'thumbnail_url' | 'storyboard_url' | 'curve_url'>;
  readonly url: string;
  /** Where to start instead of the remembered position. A new value seeks at once. */
  readonly start: Start | null;
  /** Whether it starts muted: always, or only where the browser refuses sound. @default never */
  readonly muting?: Muting;
  readonly ref: Ref<VideoPlace>;
  /** Called once, after the viewer has watched for a while. */
  readonly onWatched: () => void;
  readonly renderTools?: RenderTools;
  /** @default true */
  readonly hasControls?: boolean;
  /** The part to play, if not the whole video; must be a stable object. */
  readonly span?: Span;
}

/** Gives access to the position of a video, in seconds. */
export interface VideoPlace {
  readonly placeS: () => number;
}

export type { Muting, Start };

/** Plays a video, from where the viewer stopped the last time. Tests read its state from `data-state`. */
export function VideoPlayer({
  video: { id, title, thumbnail_url, storyboard_url, curve_url },
  url,
  start,
  muting,
  ref,
  onWatched,
  renderTools,
  hasControls = true,
  span,
}: VideoPlayerProps) {
  const { state, video, setVideo, steering, continuedAtS, place } = useVideo({
    id,
    url,
    start,
    muting,
    span,
  });
  const mediaOf = useSpan(video, span);
  useImperativeHandle(ref, () => ({ placeS: () => place.current }), [place]);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useWatched(video, onWatched);
  const isVisible = hasPicture(state);
  const { bar, content } = useTools(renderTools, {
    video,
    frame,
    steering,
    isVisible: isVisible,
    setSoundAlone: null,
  });
  return (
    <>
      <PlayerFrame ref={setFrame} state={state.name} stalls={state.stalls}>
        {/* There are no captions, and an empty track would announce some. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={setVideo}
          playsInline
          muted={muting === 'always'}
          aria-label={title}
          {...(thumbnail_url !== null && { poster: thumbnail_url })}
          className="absolute inset-0 size-full bg-black object-contain"
        />
        {video && isVisible && <SoundOnly video={video} hasPoster={thumbnail_url !== null} state={state} />}
        {hasControls && isVisible && video && frame && (
          <Controls
            video={video}
            frame={frame}
            steering={steering}
            isLive={false}
            offersSound={muting !== undefined}
            storyboardUrl={storyboard_url}
            curveUrl={curve_url ?? null}
            toolsRef={bar}
            mediaOf={mediaOf}
          />
        )}
        {video && isVisible && continuedAtS > 0 && (
          <Continued fromS={continuedAtS} onStartOver={() => goToStart(video)} />
        )}
        <VideoNotice state={state} />
      </PlayerFrame>
      {content}
    </>
  );
}

function goToStart(video: HTMLVideoElement): void {
  video.currentTime = 0;
}

const CONTINUED_FOR_MS = 8000;

/** Says that the video continued at the remembered position, and offers to start over. */
function Continued({ fromS, onStartOver }: { readonly fromS: number; readonly onStartOver: () => void }) {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(false), CONTINUED_FOR_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isVisible) return null;
  const start = () => {
    setIsVisible(false);
    onStartOver();
  };
  return (
    <div className="absolute top-3 left-3 z-30 flex animate-rise items-center gap-1 rounded-full bg-black/75 py-1 pr-1 pl-3 text-sm">
      <span>Continued at {formatClock(fromS)}</span>
      <button
        type="button"
        onClick={start}
        className="h-8 rounded-full pointer-coarse:h-11 px-3 font-semibold text-[#4fd1d9] hover:bg-white/15 focus-visible:outline-white"
      >
        Start over
      </button>
    </div>
  );
}

interface SoundOnlyProps {
  readonly video: HTMLVideoElement;
  readonly hasPoster: boolean;
  readonly state: VideoState;
}

/** Replaces the picture of a video without one. */
function SoundOnly({ video, hasPoster, state }: SoundOnlyProps) {
  if (hasPoster || video.videoWidth > 0) return null;
  return (
    <div className="absolute inset-0 grid place-items-center bg-[radial-gradient(ellipse_at_center,#20313b_0%,#121c23_75%)]">
      <FanMark spinning={state.name === 'playing'} className="size-1/3 opacity-20" />
    </div>
  );
}
