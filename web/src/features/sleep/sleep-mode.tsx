import { Pause, Play, Sunrise } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { formatTime } from '#web/lib/i18n/dates.ts';
import { formatBytes } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { DarkScreen } from './dark-screen.tsx';
import { type DataUse, useDataUse } from './data-use.ts';
import { SleepForm, useSleepSettings } from './sleep-form.tsx';
import { timeLeftLabel, useMinutes } from './sleep-timer.ts';
import type { LoadSound, SleepSource, SleepStage } from './sleep.types.ts';
import { useSleep } from './use-sleep.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
  const timeLeft = phase === 'ended' ? '' : timeLeftLabel(endMs - nowMs);
  useLockedScreen({
    title,
    artist: [displayName, timeLeft].filter(Boolean).join(' · '),
    pictureUrl:
      recording?.pictureUrl ?? (source.kind === 'stream' ? source.channel.live_thumbnail_url : null),
    isPaused: isPaused || phase === 'ended',
    onPlay: () => setIsPaused(false),
    onPause: () => setIsPaused(true),
  });
  return (
    <DarkScreen label={t('sleep.title')} opener={stage.frame} onClose={onClose}>
      {(isAwake) => (
        <>
          <div className="grid min-h-40 place-items-center">
            {settings.showsClock && <SleepClock nowMs={nowMs} />}
          </div>
          <SleepPanel
            title={title}
            timeLeft={timeLeft}
            pause={phase === 'ended' ? null : { isPaused, onChange: setIsPaused }}
            isVisible={isAwake}
            onExit={onClose}
          >
            {phase !== 'ended' && (
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
      {usedWords(use, (sinceS(beganMs) * bitsPerSecond) / 8)}
    </p>
  );
}

const sinceS = (beganMs: number): number => (Date.now() - beganMs) / 1000;

const usedWords = ({ bytes, isMore }: DataUse, withVideoBytes: number): string =>
  t('sleep.dataUsed', {
    isMore: isMore ? 'yes' : 'other',
    bytes: formatBytes(bytes),
    video: withVideoBytes > 0 ? 'known' : 'other',
    withVideo: formatBytes(withVideoBytes),
  });

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
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist,
      album: t('sleep.title'),
      artwork,
    });
  }, [title, artist, pictureUrl]);
  useEffect(() => {
    navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing';
  }, [isPaused]);
}

interface SleepPanelProps {
  readonly title: string;
  readonly timeLeft: string;
  /** `null` after the end. */
  readonly pause: { readonly isPaused: boolean; readonly onChange: (isPaused: boolean) => void } | null;
  readonly isVisible: boolean;
  readonly onExit: () => void;
  readonly children?: ReactNode;
}

/** The controls of sleep mode. While hidden they take no touches. */
function SleepPanel({ title, timeLeft, pause, isVisible, onExit, children }: SleepPanelProps) {
  return (
    <section
      aria-label={t('sleep.title')}
      className={`mx-auto w-full max-w-md space-y-5 transition-opacity duration-500 ${isVisible ? '' : 'pointer-events-none opacity-0'}`}
    >
      <header className="text-center">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p>{timeLeft}</p>
        {/* Only the end is announced, not each minute. */}
        <p role="status">{pause === null && t('sleep.ended')}</p>
      </header>
      <div className="flex justify-center gap-3">
        {pause && (
          <Button variant="secondary" onClick={() => pause.onChange(!pause.isPaused)}>
            {pause.isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
            {pause.isPaused ? t('sleep.play') : t('sleep.pause')}
          </Button>
        )}
        <Button variant="secondary" onClick={onExit}>
          <Sunrise className="size-4" />
          {t('sleep.leave')}
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Moves a little with each minute, to avoid burn-in. */
const PLACES = ['', 'translate-x-4', 'translate-x-4 translate-y-4', 'translate-y-4'];

/** A dim clock in the reader's time format. */
function SleepClock({ nowMs }: { readonly nowMs: number }) {
  const place = PLACES[Math.floor(nowMs / MINUTE_MS) % PLACES.length];
  return (
    <p className={`text-6xl font-light text-night-clock tabular-nums sm:text-8xl ${place}`}>
      {formatTime(nowMs)}
    </p>
  );
}
