import { MonitorX, VideoOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { useOnline } from '#web/lib/hooks/browser-hooks.ts';
import { Notice, type NoticeWords, OFFLINE_WORDS, SoundCover, spinningFan } from '../player-frame.tsx';
import type { VideoState } from './video.machine.ts';
import { t } from '#web/lib/i18n/messages.ts';

const WORDS: Partial<Record<VideoState['name'], NoticeWords>> = {
  reconnecting: { title: t('player.reconnecting'), text: t('player.reconnectingHint'), icon: spinningFan },
  gone: {
    title: t('player.videoGone'),
    text: t('player.videoGoneHint'),
    icon: <VideoOff className="size-9 sm:size-12" />,
  },
  unsupported: {
    title: t('player.videoUnsupported'),
    text: t('player.unsupportedHint'),
    icon: <MonitorX className="size-9 sm:size-12" />,
  },
};

/** While the video starts, a spinner covers the poster. */
export function VideoNotice({ state }: { readonly state: VideoState }) {
  const isOnline = useOnline();
  const isOffline = state.name === 'reconnecting' && !isOnline;
  return (
    <>
      {state.name === 'starting' && (
        <div className="absolute inset-0 grid place-items-center bg-black/40">{spinningFan}</div>
      )}
      <Notice words={isOffline ? OFFLINE_WORDS : (WORDS[state.name] ?? null)} />
    </>
  );
}

const CONTINUED_FOR_MS = 8000;

/** Says that the video continued at the remembered position, and offers to start over. */
export function Continued({
  fromS,
  onStartOver,
}: {
  readonly fromS: number;
  readonly onStartOver: () => void;
}) {
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
    <div
      data-corner
      className="absolute top-3 start-3 z-notice flex animate-rise items-center gap-1 rounded-full bg-black/75 py-1 pe-1 ps-3 text-sm"
    >
      <span>{t('player.resumedAt', { fromS: formatClock(fromS) })}</span>
      <button
        type="button"
        onClick={start}
        className="h-8 rounded-full pointer-coarse:h-11 px-3 font-semibold text-player-accent hover:bg-white/15 focus-visible:outline-white"
      >
        {t('player.startOver')}
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
export function SoundOnly({ video, hasPoster, state }: SoundOnlyProps) {
  if (hasPoster || video.videoWidth > 0) return null;
  return <SoundCover isPlaying={state.name === 'playing'} />;
}
