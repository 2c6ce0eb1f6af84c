import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { type ControlProps, isSilent, type Media, useMedia } from '../commands/media.ts';
import { useLivePosition } from '#web/lib/media/live-clock.ts';
import type { LiveSteering } from '#web/lib/player-stage.ts';
import type { Chaptered } from './seek-bar.tsx';
import { ControlButton } from './control-look.tsx';
import { chapterAt } from '#shared/plain/videos/chapters.ts';
import { formatClock, formatPercent, formatUnit } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The mute button, with a volume slider beside it where there is a mouse. */
export function VolumeControl({ media, commands }: ControlProps) {
  const silent = useMedia(media, isSilent);
  const volume = useMedia(media, ({ mediaVolume = 1 }) => mediaVolume);
  const hasVolume = useMedia(media, ({ mediaVolumeUnavailable }) => !mediaVolumeUnavailable);
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  const displayedVolume = silent ? 0 : volume;
  return (
    <div className="group/volume flex items-center">
      <ControlButton
        label={silent ? t('player.unmuteButton') : t('player.muteButton')}
        onClick={commands.toggleMute}
      >
        <Icon className="size-5" />
      </ControlButton>
      {hasVolume && (
        <input
          type="range"
          aria-label={t('player.volume')}
          aria-valuetext={formatPercent(displayedVolume)}
          min={0}
          max={1}
          step={0.05}
          value={displayedVolume}
          onChange={({ target }) => commands.setVolume(Number(target.value))}
          className="h-1 w-0 cursor-pointer appearance-none rounded-full bg-white/35 accent-white opacity-0 transition-[width,opacity] group-hover/volume:mx-1 group-hover/volume:w-20 group-hover/volume:opacity-100 focus-visible:mx-1 focus-visible:w-20 focus-visible:opacity-100 focus-visible:outline-white pointer-coarse:hidden"
        />
      )}
    </div>
  );
}

/** A smaller delay comes from the network, not from the viewer. */
const BEHIND_FROM_S = 3;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** "LIVE", or how far behind live the viewer is; a press returns to the live position. */
export function LiveButton({ live, media }: { readonly live: LiveSteering; readonly media: Media }) {
  const behindS = useLivePosition(live, (position) => position.behindS);
  const isBehind = behindS >= BEHIND_FROM_S;
  const isPaused = useMedia(media, ({ mediaPaused = false }) => mediaPaused);
  return (
    <button
      type="button"
      onClick={live.goLive}
      disabled={!isBehind}
      data-behind={Math.round(behindS)}
      title={isBehind ? t('player.skipToLive') : undefined}
      className="flex h-control-md items-center gap-2 rounded-md px-2 text-sm font-semibold text-white enabled:hover:bg-white/15 focus-visible:outline-white disabled:cursor-default"
    >
      <span
        className={`rounded-sm px-1.5 py-0.5 text-xs font-bold ${isBehind || isPaused ? 'bg-white/25' : 'bg-live'}`}
      >
        {t('common.liveBadge')}
      </span>
      {isBehind && (
        <span className="tabular-nums">
          {behindS < MINUTE_S
            ? t('player.behindLive', { behindS: formatUnit(behindS, 'second') })
            : `−${formatClock(behindS)}`}
        </span>
      )}
    </button>
  );
}

/** The position and the duration; with the chapter's title where there is room. */
export function Clock({ media, chapters }: { readonly media: Media } & Chaptered) {
  const currentS = useMedia(media, ({ mediaCurrentTime = 0 }) => Math.floor(mediaCurrentTime));
  const durationS = useMedia(media, ({ mediaDuration }) => mediaDuration || 0);
  const chapter = chapterAt(chapters, currentS);
  // Beside hours the buttons of a phone have no room for both.
  const duration = durationS < HOUR_S ? '' : 'hidden sm:inline';
  return (
    <p className="min-w-0 overflow-hidden px-2 text-sm whitespace-nowrap text-white tabular-nums">
      {formatClock(currentS)} <span className={`text-white/70 ${duration}`}>/ {formatClock(durationS)}</span>
      {chapter && <bdi className="ms-3 hidden text-white/70 @xl:inline">{chapter.title}</bdi>}
    </p>
  );
}
