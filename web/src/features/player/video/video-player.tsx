import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import type { Chapter } from '#shared/plain/videos/chapters.ts';
import type { Video } from '#shared/videos/videos.ts';
import { listen } from '#web/lib/listen.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import {
  type OwnSound,
  PlayerFrame,
  type RenderTools,
  VideoElement,
  useSound,
  useTools,
} from '../player-frame.tsx';
import { type Span, useSpan } from './span.ts';
import { type Muting, type Start, useVideo } from './use-video.ts';
import { Continued, SoundOnly, VideoNotice } from './video-overlays.tsx';
import { hasPicture } from './video.machine.ts';

const Captions = overlayOnDemand(() => import('../captions/captions.tsx'), 'Captions');

const Controls = overlayOnDemand(() => import('../controls/controls.tsx'), 'Controls');

interface VideoPlayerProps extends OwnSound {
  readonly video: Pick<
    Video,
    'id' | 'title' | 'thumbnail_url' | 'storyboard_url' | 'curve_url' | 'captions' | 'captioned_url'
  >;
  readonly url: string;
  /** @default none */
  readonly chapters?: readonly Chapter[];
  /** Where to start instead of the remembered position. A new value seeks at once. */
  readonly start: Start | null;
  /** Whether it starts muted: always, or only where the browser refuses sound. @default never */
  readonly muting?: Muting;
  readonly ref: Ref<VideoPosition>;
  /** Called once, after the viewer has watched for a while. */
  readonly onWatched: () => void;
  readonly renderTools?: RenderTools;
  /** Renders what is over the picture after the end. @default nothing */
  readonly renderEnd?: (video: HTMLVideoElement) => ReactNode;
  /** @default true */
  readonly hasControls?: boolean;
  /** The part to play, if not the whole video; must be a stable object. */
  readonly span?: Span;
  /** Whether it starts to play by itself. @default true */
  readonly autoplay?: boolean;
}

/** Gives access to the position of a video, in seconds. */
export interface VideoPosition {
  readonly positionS: () => number;
}

export type { Muting, Start };

/** Plays a video, from where the viewer stopped the last time. Tests read its state from `data-state`. */
export function VideoPlayer({
  video: { id, title, thumbnail_url, storyboard_url, curve_url, captions, captioned_url },
  url,
  chapters,
  start,
  muting,
  ref,
  onWatched,
  renderTools,
  renderEnd,
  hasControls = true,
  sound,
  onSound,
  span,
  autoplay = true,
}: VideoPlayerProps) {
  const playback = useVideo({ id, url, start, muting, span, autoplay });
  const { state, video, setVideo, steering, continuedAtS, position } = playback;
  const mediaOf = useSpan(video, span);
  useSound(video, false, { sound, onSound });
  useImperativeHandle(ref, () => ({ positionS: () => position.current }), [position]);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useWatched(video, onWatched);
  const isVisible = hasPicture(state);
  const stage = { video, frame, steering, setSoundAlone: null };
  const { bar, slot, content } = useTools(renderTools, stage, isVisible);
  return (
    <>
      <PlayerFrame ref={setFrame} state={state.name} stalls={state.stalls}>
        <VideoElement
          ref={setVideo}
          url={url}
          playsInline
          muted={sound?.isMuted ?? muting === 'always'}
          aria-label={title}
          {...(thumbnail_url !== null && { poster: thumbnail_url })}
          className="absolute inset-0 size-full bg-black object-contain"
        />
        {video && isVisible && <SoundOnly video={video} hasPoster={thumbnail_url !== null} state={state} />}
        {hasControls && isVisible && video && frame && (
          <Controls
            video={video}
            url={captioned_url ?? url}
            frame={frame}
            steering={steering}
            isLive={false}
            offersSound={muting !== undefined}
            keepsSound={!onSound}
            storyboardUrl={storyboard_url}
            curveUrl={curve_url ?? null}
            chapters={chapters}
            toolsRef={bar}
            mediaOf={mediaOf}
          />
        )}
        {hasControls && captions && video && frame && (
          <Captions video={video} frame={frame} bar={slot} captions={captions} />
        )}
        {video && isVisible && continuedAtS > 0 && (
          <Continued fromS={continuedAtS} onStartOver={() => goToStart(video)} />
        )}
        {video && state.name === 'ended' && renderEnd?.(video)}
        <VideoNotice state={state} />
      </PlayerFrame>
      {content}
    </>
  );
}

function goToStart(video: HTMLVideoElement): void {
  video.currentTime = 0;
}

/** A longer step is a jump: a seek, or a laptop that slept. */
const LONGEST_STEP_S = 1.5;

/** Adds up the played seconds; takes the position at each `timeupdate` event. */
export function createWatchedTime(): (positionS: number, rate: number) => number {
  let watchedS = 0;
  let lastS: number | null = null;
  return (positionS, rate) => {
    const stepS = lastS === null ? 0 : positionS - lastS;
    lastS = positionS;
    if (stepS > 0 && stepS <= LONGEST_STEP_S * rate) watchedS += stepS;
    return watchedS;
  };
}

const WATCHED_AFTER_S = 10;
/** For a short video. */
const WATCHED_SHARE = 0.5;

/** Calls `onWatched` once, after ten seconds, or after half of a video shorter than twenty. */
function useWatched(video: HTMLVideoElement | null, onWatched: () => void): void {
  const done = useEffectEvent(onWatched);
  useEffect(() => {
    if (!video) return;
    const watched = createWatchedTime();
    const check = () => {
      const enoughS = Math.min(WATCHED_AFTER_S, (video.duration || Number.POSITIVE_INFINITY) * WATCHED_SHARE);
      if (watched(video.currentTime, video.playbackRate) < enoughS) return;
      end();
      done();
    };
    const end = listen(video, 'timeupdate', check);
    return end;
  }, [video]);
}
