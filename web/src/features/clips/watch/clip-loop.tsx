import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Clip } from '#shared/videos/clips.ts';
import type { LoadRecording } from '#web/lib/sound/deck.ts';
import { createSeamlessLoop, type SeamlessLoop } from '#web/lib/sound/seamless-loop.ts';
import { IconButton } from '#web/ui/button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ClipLoopProps {
  readonly clip: Clip;
  /** A stable function for the same clip. */
  readonly load: LoadRecording;
  /** Of the player that it replaces; the volume is from 0 to 1. */
  readonly sound: { readonly volume: number; readonly isMuted: boolean };
  readonly onMuted: (isMuted: boolean) => void;
}

/** Loops a clip with seamless sound. */
export function ClipLoop({ clip, load, sound: { volume, isMuted }, onMuted }: ClipLoopProps) {
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  const loop = useLoop(screen, clip, load, isMuted ? 0 : volume);
  const toggle = () => {
    if (isPaused) loop.current?.play();
    else loop.current?.pause();
    setIsPaused(!isPaused);
  };
  return (
    <div
      data-loop={isPaused ? 'paused' : 'playing'}
      className="relative aspect-video max-h-(--player-height) w-full overflow-hidden bg-black sm:rounded-card"
    >
      <div
        ref={setScreen}
        role="img"
        aria-label={t('clips.loop', { title: clip.title })}
        className="absolute inset-0"
      />
      <IconButton
        label={isPaused ? t('clips.play') : t('clips.pause')}
        variant="secondary"
        onClick={toggle}
        className="absolute bottom-3 start-3"
      >
        {isPaused ? <Play className="size-5" /> : <Pause className="size-5" />}
      </IconButton>
      <IconButton
        label={isMuted ? t('player.unmuteMini') : t('player.muteMini')}
        variant="secondary"
        onClick={() => onMuted(!isMuted)}
        className="absolute bottom-3 start-16"
      >
        {isMuted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
      </IconButton>
    </div>
  );
}

/** Short, but long enough to avoid a click. */
const CLICKLESS_S = 0.02;

const setGain = ({ gain, context }: GainNode, volume: number): void =>
  void gain.setTargetAtTime(volume, context.currentTime, CLICKLESS_S);

function useLoop(
  screen: HTMLElement | null,
  { start_s: startS, duration_s }: Clip,
  load: LoadRecording,
  volume: number,
) {
  const loop = useRef<SeamlessLoop | null>(null);
  const loudness = useRef<GainNode | null>(null);
  const begin = useEffectEvent((output: GainNode) => setGain(output, volume));
  useEffect(() => {
    if (loudness.current) setGain(loudness.current, volume);
  }, [volume]);
  useEffect(() => {
    if (!screen) return;
    // An element connects to Web Audio only once, so each loop creates two.
    const elements = [createPicture(), createPicture()] as const;
    screen.replaceChildren(...elements);
    const show = (audible: HTMLMediaElement) => {
      for (const element of elements) element.style.visibility = element === audible ? 'visible' : 'hidden';
    };
    show(elements[0]);
    const context = new AudioContext({ latencyHint: 'playback' });
    const output = new GainNode(context, { gain: 0 });
    output.connect(context.destination);
    void context.resume();
    const part = { startS, endS: startS + duration_s };
    const begun = createSeamlessLoop({ output, elements, load, part, onTurn: show });
    loop.current = begun;
    loudness.current = output;
    begin(output);
    return () => {
      loop.current = null;
      begun.end();
      void context.close();
    };
  }, [screen, startS, duration_s, load]);
  return loop;
}

function createPicture(): HTMLVideoElement {
  const element = document.createElement('video');
  element.playsInline = true;
  element.className = 'absolute inset-0 size-full bg-black object-contain';
  return element;
}
