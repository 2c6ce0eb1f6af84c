import { Cast, Pause, Play, RotateCcw, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ControlProps, isSilent, type Media, useMedia } from '../commands/media.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function CenterButton({ media, commands }: ControlProps) {
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  const isEnded = useMedia(media, ({ mediaEnded = false }) => mediaEnded);
  const [Icon, label] = isEnded
    ? ([RotateCcw, t('player.playAgain')] as const)
    : isPaused
      ? ([Play, t('player.playVideo')] as const)
      : ([Pause, t('player.pauseVideo')] as const);
  const visibility = isPaused
    ? 'grid'
    : 'hidden pointer-coarse:grid opacity-0 pointer-events-none group-data-shown/controls:opacity-100 group-data-shown/controls:pointer-events-auto';
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <button
        type="button"
        aria-label={label}
        onClick={commands.togglePlay}
        className={`pointer-events-auto size-16 place-items-center rounded-full bg-black/60 text-white transition-opacity hover:bg-black/75 focus-visible:outline-white ${visibility}`}
      >
        <Icon className={`size-8 ${isEnded ? '' : 'fill-current'}`} />
      </button>
    </div>
  );
}

/** Live starts without sound (specification §2): offers the sound until it has been on once. */
export function UnmuteButton({ media, commands }: ControlProps) {
  const silent = useMedia(media, isSilent);
  const [past, setPast] = useState({ wasSilent: false, wasAudible: false });
  // Until the store has read the element it reports it as unmuted.
  if (silent && !past.wasSilent) setPast({ ...past, wasSilent: true });
  if (!silent && past.wasSilent && !past.wasAudible) setPast({ ...past, wasAudible: true });
  if (!silent || past.wasAudible) return null;
  return (
    <button
      type="button"
      onClick={commands.toggleMute}
      data-corner
      className="absolute top-3 start-3 flex h-control-sm items-center gap-2 rounded-full bg-black/70 px-3 text-sm font-semibold text-white hover:bg-black/85 focus-visible:outline-white"
    >
      <VolumeX className="size-4" />
      {t('player.turnSoundOn')}
    </button>
  );
}

/** Most waits end earlier and need no indicator. */
const SPINNER_AFTER_MS = 400;

/** Turns while the video waits for data. */
export function Spinner({ media }: { readonly media: Media }) {
  const isLoading = useMedia(media, (state) => state.mediaLoading === true && state.mediaPaused === false);
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(isLoading), isLoading ? SPINNER_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isVisible) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="size-12 animate-turn rounded-full border-4 border-white/25 border-t-white" />
    </div>
  );
}

/** Covers the picture while another device plays it. */
export const CastCover = () => (
  <div
    role="status"
    className="absolute inset-0 flex flex-col items-center gap-2 bg-player-cover pt-[12%] text-center font-semibold"
  >
    <Cast className="size-8 text-white/60" />
    {t('player.casting')}
  </div>
);
