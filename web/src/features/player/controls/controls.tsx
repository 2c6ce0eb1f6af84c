import { type Ref, useEffect, useMemo, useState } from 'react';
import { useMomentary } from '../../../lib/hooks/use-momentary.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { CenterButton } from './center-button.tsx';
import { type Commands, createCommands } from '../commands/commands.ts';
import { ControlBar } from './control-bar.tsx';
import { type Media, useMedia, useMediaOf } from '../commands/media.ts';
import type { Steering } from '../engine/steering.ts';
import { UnmuteButton } from './unmute-button.tsx';
import { useAwake } from './use-awake.ts';
import { usePlayerKeys } from '../commands/use-player-keys.ts';

// Comes when it is asked for.
const KeysDialog = onDemand(() => import('../commands/keys-dialog.tsx'), 'KeysDialog', { isOverlay: true });

export interface ControlsProps {
  readonly video: HTMLVideoElement;
  /** What fills the screen: the video with these controls. */
  readonly frame: HTMLElement;
  /** While something plays. */
  readonly steering: Steering | null;
  readonly isLive: boolean;
  /** Whether the sound may be off without anybody's having turned it off. @default of what is live */
  readonly offersSound?: boolean;
  /** WebVTT with the pictures of the seek bar. */
  readonly storyboardUrl?: string | null;
  /** WebVTT with what a fan meter heard. */
  readonly curveUrl?: string | null;
  /** Takes the place in the bar that is left to the page's tools. */
  readonly toolsRef?: Ref<HTMLElement>;
  /** Of what is played in part: that part as the whole. */
  readonly mediaOf?: ((media: Media) => Media) | undefined;
}

/** All that can be done with a picture, over it. Hidden while it plays and nobody moves. */
export function Controls({
  video,
  frame,
  steering,
  isLive,
  offersSound = isLive,
  storyboardUrl = null,
  curveUrl = null,
  toolsRef,
  mediaOf,
}: ControlsProps) {
  const whole = useMediaOf(video, frame);
  const media = useMemo(() => mediaOf?.(whole) ?? whole, [mediaOf, whole]);
  const commands = createCommands(media, video, steering);
  const { words, say } = useSaid();
  const { isAwake, wake, sleep } = useAwake(frame);
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  const [isHelpShown, setIsHelpShown] = useState(false);
  const showHelp = () => setIsHelpShown(true);
  usePlayerKeys({ frame, media, commands, isLive, onHelp: showHelp, onDone: say });
  const isShown = isAwake || isPaused;
  return (
    <div
      data-shown={isShown || undefined}
      // Sized, so that a menu can be as high as the player and no higher.
      className="group/controls absolute inset-0 z-20 [container-type:size] not-data-shown:cursor-none"
    >
      <Surface commands={commands} isShown={isShown} wake={wake} sleep={sleep} />
      <Spinner media={media} />
      {offersSound && <UnmuteButton media={media} commands={commands} />}
      <CenterButton media={media} commands={commands} />
      <p
        role="status"
        className={
          words
            ? 'pointer-events-none absolute top-[12%] left-1/2 -translate-x-1/2 rounded-md bg-black/70 px-3 py-1.5 text-sm font-semibold'
            : 'sr-only'
        }
      >
        {words}
      </p>
      <ControlBar
        media={media}
        commands={commands}
        steering={steering}
        isLive={isLive}
        storyboardUrl={storyboardUrl}
        curveUrl={curveUrl}
        onHelp={showHelp}
        toolsRef={toolsRef}
      />
      {isHelpShown && (
        <KeysDialog
          isLive={isLive}
          container={document.fullscreenElement === frame ? frame : null}
          onClose={() => setIsHelpShown(false)}
        />
      )}
    </div>
  );
}

interface SurfaceProps {
  readonly commands: Commands;
  readonly isShown: boolean;
  readonly wake: () => void;
  readonly sleep: () => void;
}

/** A click pauses, a double one fills the screen; a touch shows the controls or hides them. */
function Surface({ commands, isShown, wake, sleep }: SurfaceProps) {
  const [isTouch, setIsTouch] = useState(false);
  const click = () => {
    if (!isTouch) commands.togglePlay();
    else if (isShown) sleep();
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

/** Most waits are over before anybody needs to be told. */
const SPINNER_AFTER_MS = 400;

function Spinner({ media }: { readonly media: Media }) {
  const isLoading = useMedia(media, (state) => state.mediaLoading === true && state.mediaPaused === false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isLoading), isLoading ? SPINNER_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isShown) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="size-12 animate-turn rounded-full border-4 border-white/25 border-t-white" />
    </div>
  );
}

const SAID_FOR_MS = 900;
const NOTHING_SAID = { words: '', times: 0 };

/** What a key has just done, for a moment. */
function useSaid() {
  const [said, setSaid] = useMomentary(NOTHING_SAID, SAID_FOR_MS);
  return {
    words: said.words,
    say: (words: string) => setSaid(({ times }) => ({ words, times: times + 1 })),
  };
}
