import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import type { Steering } from '../../../lib/player-stage.ts';
import { useMomentary } from '../../../lib/hooks/use-momentary.ts';
import { endAll, listen } from '../../../lib/listen.ts';
import { overlayOnDemand } from '../../../ui/on-demand.tsx';
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

const KeysDialog = overlayOnDemand(() => import('../commands/keys-dialog.tsx'), 'KeysDialog');

interface ControlsProps extends Omit<
  ComponentProps<typeof ControlBar>,
  'media' | 'commands' | 'onHelp' | 'cast'
> {
  readonly video: HTMLVideoElement;
  /** The playlist, which other devices can play. */
  readonly url: string;
  /** The element for full screen: the video with these controls. */
  readonly frame: HTMLElement;
  /** Whether to offer the sound where it may have started muted. @default `isLive` */
  readonly offersSound?: boolean;
  /** Presents a part of the video as if it were the whole. @default the whole video */
  readonly mediaOf?: ((media: Media) => Media) | undefined;
}

/** The controls over a video. Hidden while it plays and the pointer rests. */
export function Controls({ video, url, frame, mediaOf, offersSound, ...bar }: ControlsProps) {
  const { isLive } = bar;
  const cast = useCast(video, url, bar.steering);
  const played = cast.remote ?? video;
  const steering = cast.remote ? null : bar.steering;
  const whole = useMediaOf(played, frame);
  const media = useMemo(() => mediaOf?.(whole) ?? whole, [mediaOf, whole]);
  const commands = createCommands(media, played, steering);
  const { text, showFeedback } = useKeyFeedback();
  const { isAwake, wake, sleep } = useAwake(frame);
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  usePreferredQuality(bar.steering);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showHelp = () => setIsHelpOpen(true);
  usePlayerKeys({ frame, media, commands, isLive, onHelp: showHelp, onDone: showFeedback });
  const isVisible = isAwake || isPaused;
  return (
    <div
      data-shown={isVisible || undefined}
      // A size container, so that a menu is at most as high as the player.
      className="group/controls peer/controls absolute inset-0 z-20 [container-type:size] not-data-shown:cursor-none"
    >
      {cast.remote && <CastCover />}
      <Surface commands={commands} isVisible={isVisible} wake={wake} sleep={sleep} />
      <Spinner media={media} />
      {(offersSound ?? isLive) && <UnmuteButton media={media} commands={commands} />}
      <CenterButton media={media} commands={commands} />
      <p
        role="status"
        className={
          text
            ? 'pointer-events-none absolute top-[12%] left-1/2 -translate-x-1/2 rounded-md bg-black/70 px-3 py-1.5 text-sm font-semibold'
            : 'sr-only'
        }
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
const NO_FEEDBACK = { text: '', times: 0 };

/** Displays a short text about the last key for a moment. */
function useKeyFeedback() {
  const [feedback, setFeedback] = useMomentary(NO_FEEDBACK, FEEDBACK_FOR_MS);
  return {
    text: feedback.text,
    showFeedback: (text: string) => setFeedback(({ times }) => ({ text, times: times + 1 })),
  };
}

const ASLEEP_AFTER_MS = 3000;

/** Whether the viewer has moved the mouse over the player, or touched it, a moment ago. */
function useAwake(frame: HTMLElement) {
  const [isAwake, setIsAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const [{ wake, sleep }] = useState(() => {
    const sleep = () => {
      clearTimeout(timer.current);
      setIsAwake(false);
    };
    const wake = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(sleep, ASLEEP_AFTER_MS);
      setIsAwake(true);
    };
    return { wake, sleep };
  });

  useEffect(() => {
    const byMouse = (then: () => void) => (event: PointerEvent) => {
      if (event.pointerType === 'mouse') then();
    };
    wake();
    return endAll([
      listen(frame, 'pointermove', byMouse(wake)),
      listen(frame, 'pointerleave', byMouse(sleep)),
      () => clearTimeout(timer.current),
    ]);
  }, [frame, wake, sleep]);
  return { isAwake, wake, sleep };
}
