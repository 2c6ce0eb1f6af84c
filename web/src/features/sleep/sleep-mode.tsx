import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../lib/words/format-media.ts';
import { DarkScreen } from './dark-screen.tsx';
import { type DataUse, useDataUse } from './data-use.ts';
import { SleepForm, useSleepSettings } from './sleep-form.tsx';
import { SleepClock, SleepPanel } from './sleep-panel.tsx';
import { leftWords, useMinutes } from './sleep-timer.ts';
import type { LoadSound, SleepStage, SleepSource } from './sleep.types.ts';
import { useSleep } from './use-sleep.ts';

interface SleepModeProps {
  readonly stage: SleepStage;
  readonly source: SleepSource;
  readonly displayName: string;
  /** Must be a stable function. */
  readonly loadSound: LoadSound;
  readonly onClose: () => void;
}

/** Sleep mode: a dark screen, the sound alone, and a timer, with the settings of the last time. */
export function SleepMode({ stage, source, displayName, loadSound, onClose }: SleepModeProps) {
  const { settings, endMs, change } = useSleepSettings();
  const [beganMs] = useState(Date.now);
  const [bitsPerSecond] = useState(() => pictureRate(stage));
  const nowMs = useMinutes();
  const { recording: address } = settings;
  const sound = useSleep({ stage, source, address, endMs, loadSound });
  const { phase, isPaused, setIsPaused, playing: recording } = sound;
  const title =
    recording?.title ?? (source.kind === 'stream' ? source.channel.title || displayName : source.video.title);
  const words = phase === 'over' ? '' : leftWords(endMs - nowMs);
  useLockedScreen({
    title,
    artist: [displayName, words].filter(Boolean).join(' · '),
    pictureUrl:
      recording?.pictureUrl ?? (source.kind === 'stream' ? source.channel.live_thumbnail_url : null),
    isPaused: isPaused || phase === 'over',
    onPlay: () => setIsPaused(false),
    onPause: () => setIsPaused(true),
  });
  return (
    <DarkScreen label="Sleep mode" opener={stage.frame} onClose={onClose}>
      {(isAwake) => (
        <>
          <div className="grid min-h-40 place-items-center">
            {settings.showsClock && <SleepClock nowMs={nowMs} />}
          </div>
          <SleepPanel
            title={title}
            words={words}
            pause={phase === 'over' ? null : { isPaused, onChange: setIsPaused }}
            isVisible={isAwake}
            onExit={onClose}
          >
            {phase !== 'over' && (
              <SleepForm settings={settings} onChange={change} isOfStream={source.kind === 'stream'} />
            )}
            <DataWords isVisible={isAwake} beganMs={beganMs} bitsPerSecond={bitsPerSecond} />
          </SleepPanel>
        </>
      )}
    </DarkScreen>
  );
}

/** Bitrate of the picture that was playing, including sound; 0: unknown. */
function pictureRate({ steering }: SleepStage): number {
  const { all = [], current } = steering?.qualities() ?? {};
  return (all.find(({ id }) => id === current) ?? all[0])?.bitsPerSecond ?? 0;
}

interface DataWordsProps {
  readonly isVisible: boolean;
  readonly beganMs: number;
  readonly bitsPerSecond: number;
}

function DataWords({ isVisible, beganMs, bitsPerSecond }: DataWordsProps) {
  const use = useDataUse(isVisible);
  return (
    <p data-bytes={use.bytes} className="pb-2 text-center text-sm text-balance">
      {usedWords(use)}
      {bitsPerSecond > 0 && `; with the picture about ${formatBytes((sinceS(beganMs) * bitsPerSecond) / 8)}`}
    </p>
  );
}

const sinceS = (beganMs: number): number => (Date.now() - beganMs) / 1000;

const usedWords = ({ bytes, isMore }: DataUse): string =>
  `${isMore ? 'At least ' : ''}${formatBytes(bytes)} loaded by this page so far`;

interface LockedScreen {
  readonly title: string;
  /** Channel and remaining time. */
  readonly artist: string;
  readonly pictureUrl: string | null;
  readonly isPaused: boolean;
  readonly onPlay: () => void;
  readonly onPause: () => void;
}

function useLockedScreen({ title, artist, pictureUrl, isPaused, onPlay, onPause }: LockedScreen): void {
  const play = useEffectEvent(onPlay);
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    const { mediaSession } = navigator;
    mediaSession.setActionHandler('play', () => play());
    mediaSession.setActionHandler('pause', () => pause());
    return () => {
      for (const action of ['play', 'pause'] as const) mediaSession.setActionHandler(action, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    };
  }, []);
  useEffect(() => {
    const artwork = pictureUrl ? [{ src: pictureUrl }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album: 'Sleep mode', artwork });
  }, [title, artist, pictureUrl]);
  useEffect(() => {
    navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing';
  }, [isPaused]);
}
