import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import type { Steering } from '#web/lib/player-stage.ts';
import { useMomentary } from '#web/lib/hooks/use-momentary.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import {
  type Commands,
  createCommands,
  hasCaptions,
  hasTheater,
  type Media,
  useMedia,
  useMediaOf,
} from '../commands/media.ts';
import { useCast } from '../commands/cast.ts';
import { usePlayerKeys } from '../commands/player-keys.ts';
import { preferredRendition } from '../engine/preferences.ts';
import { CastCover, CenterButton, Spinner, UnmuteButton } from './overlay-buttons.tsx';
import { ControlBar } from './control-bar.tsx';
import { type Side, useDoubleTap } from './double-tap.ts';
import { useAwake } from './use-awake.ts';
import { formatChange } from '#web/lib/i18n/numbers.ts';

const KeysDialog = overlayOnDemand(() => import('../commands/keys-dialog.tsx'), 'KeysDialog');

interface ControlsProps extends Omit<
  ComponentProps<typeof ControlBar>,
  'media' | 'commands' | 'onHelp' | 'cast' | 'hasPointer'
> {
  readonly video: HTMLVideoElement;
  /** The playlist, which other devices can play. */
  readonly url: string;
  /** The element for full screen: the video with these controls. */
  readonly frame: HTMLElement;
  /** Whether to offer the sound where it may have started muted. @default `isLive` */
  readonly offersSound?: boolean;
  /** Whether later players start with a change of the sound. @default true */
  readonly keepsSound?: boolean;
  /** Presents a part of the video as if it were the whole. @default the whole video */
  readonly mediaOf?: ((media: Media) => Media) | undefined;
}

/** The controls over a video. Hidden while it plays and the pointer rests. */
export function Controls({
  video,
  url,
  frame,
  mediaOf,
  offersSound,
  keepsSound = true,
  ...bar
}: ControlsProps) {
  const { isLive } = bar;
  const cast = useCast(video, url, bar.steering);
  const played = cast.remote ?? video;
  const steering = cast.remote ? null : bar.steering;
  const whole = useMediaOf(played, frame);
  const media = useMemo(() => mediaOf?.(whole) ?? whole, [mediaOf, whole]);
  const commands = createCommands(media, played, steering, { keepsSound });
  const { text, side, showFeedback } = useFeedback();
  const { isAwake, wake, sleep, hasPointer } = useAwake(frame);
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  usePreferredQuality(bar.steering);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showHelp = () => setIsHelpOpen(true);
  usePlayerKeys({ frame, media, commands, isLive, onHelp: showHelp, onDone: showFeedback });
  const isVisible = isAwake || isPaused;
  const doubleTap = useDoubleTap((side) => {
    const seconds = side === 'left' ? -TAP_S : TAP_S;
    commands.seekBy(seconds);
    showFeedback(formatChange(seconds, 'second'), side);
    sleep();
  });
  return (
    <div
      data-shown={isVisible || undefined}
      // A size container, so that a menu is at most as high as the player.
      className="group/controls absolute inset-0 z-controls [container-type:size] not-data-shown:cursor-none"
      // Two touches do not enlarge the page.
      style={{ touchAction: 'manipulation' }}
      {...doubleTap}
    >
      {cast.remote && <CastCover />}
      <Surface commands={commands} isVisible={isVisible} wake={wake} sleep={sleep} />
      <Spinner media={media} />
      {(offersSound ?? isLive) && <UnmuteButton media={media} commands={commands} />}
      <CenterButton media={media} commands={commands} />
      <p
        role="status"
        className={text ? FEEDBACK : 'sr-only'}
        style={{ left: FEEDBACK_LEFT[side ?? 'middle'] }}
      >
        {text}
      </p>
      <ControlBar
        {...bar}
        steering={steering}
        cast={cast}
        media={media}
        commands={commands}
        onHelp={showHelp}
        hasPointer={hasPointer}
      />
      {isHelpOpen && (
        <KeysDialog
          player={{ isLive, hasTheater: hasTheater(frame), hasCaptions: hasCaptions(frame) }}
          container={document.fullscreenElement === frame ? frame : null}
          onClose={() => setIsHelpOpen(false)}
        />
      )}
    </div>
  );
}

/** As the keys j and l. */
const TAP_S = 10;

const FEEDBACK =
  'pointer-events-none absolute top-[12%] -translate-x-1/2 rounded-md bg-black/70 px-3 py-1.5 text-sm font-semibold';
const FEEDBACK_LEFT = { left: '17%', middle: '50%', right: '83%' } as const;

interface SurfaceProps {
  readonly commands: Commands;
  readonly isVisible: boolean;
  readonly wake: () => void;
  readonly sleep: () => void;
}

/** A click pauses, a double click toggles full screen; a touch shows or hides the controls. */
function Surface({ commands, isVisible, wake, sleep }: SurfaceProps) {
  const [isTouch, setIsTouch] = useState(false);
  const click = () => {
    if (!isTouch) commands.togglePlay();
    else if (isVisible) sleep();
    else wake();
  };
  return (
    <div
      data-surface
      aria-hidden="true"
      onPointerDown={({ pointerType }) => setIsTouch(pointerType !== 'mouse')}
      onClick={click}
      onDoubleClick={() => isTouch || commands.toggleFullscreen()}
      className="absolute inset-0"
    />
  );
}

/** Chooses the quality of earlier players once the renditions are known. */
function usePreferredQuality(steering: Steering | null): void {
  useEffect(() => {
    if (!steering) return;
    const choose = () => {
      const qualities = steering.qualities();
      if (qualities.all.length === 0) return;
      stop();
      const id = preferredRendition(qualities);
      if (id !== null) steering.choose(id);
    };
    const stop = steering.subscribe(choose);
    choose();
    return stop;
  }, [steering]);
}

const FEEDBACK_FOR_MS = 900;
const NO_FEEDBACK: Feedback = { text: '', side: null };

interface Feedback {
  readonly text: string;
  /** Where it was touched. */
  readonly side: Side | null;
}

/** Displays a short text about the last key or touch for a moment. */
function useFeedback() {
  const [feedback, setFeedback] = useMomentary(NO_FEEDBACK, FEEDBACK_FOR_MS);
  const showFeedback = (text: string, side: Side | null = null) => setFeedback({ text, side });
  return { ...feedback, showFeedback };
}
