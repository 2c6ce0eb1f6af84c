import { Check, Settings, Volume1, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Menu, MenuChoice } from '../../../ui/overlays/menu.tsx';
import { type ControlProps, isSilent, type Media, RATES, useMedia } from '../commands/media.ts';
import { keepQuality } from '../engine/preferences.ts';
import type { LiveSteering, Rendition, Steering } from '../../../lib/player-stage.ts';
import { controlButton, ControlButton, controlMenu, controlMenuItem } from './control-look.tsx';
import { formatClock, formatPercent, formatUnit } from '../../../lib/i18n/numbers.ts';
import { formatBitrate } from '../../../lib/i18n/units.ts';
import { t } from '../../../lib/i18n/messages.ts';

interface ChoiceMenuProps<T> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly { readonly value: T; readonly name: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

function ChoiceMenu<T extends number | null>(props: ChoiceMenuProps<T>) {
  const { label, icon, choices, chosen, onChoose } = props;
  return (
    <Menu label={label} icon={icon} buttonClassName={controlButton} listClassName={controlMenu}>
      {choices.map(({ value, name }) => (
        <MenuChoice
          key={value}
          isChosen={value === chosen}
          onSelect={() => onChoose(value)}
          className={controlMenuItem}
        >
          <Check className={`size-4 ${value === chosen ? '' : 'invisible'}`} />
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}

const nameOf = ({ size, isAlone, bitsPerSecond }: Rendition): string =>
  isAlone ? size : `${size} · ${formatBitrate(bitsPerSecond)}`;

/** Renders nothing if there is only one rendition. */
export function QualityMenu({ steering }: { readonly steering: Steering }) {
  const { all, chosen, current } = useSyncExternalStore(steering.subscribe, steering.qualities);
  if (all.length < 2) return null;
  const choose = (id: number | null) => {
    steering.choose(id);
    keepQuality(all.find((one) => one.id === id)?.size ?? null);
  };
  const playing = all.find(({ id }) => id === current);
  const auto =
    chosen === null && playing
      ? t('player.autoQualityNow', { name: nameOf(playing) })
      : t('player.autoQuality');
  return (
    <ChoiceMenu
      label={t('player.quality')}
      icon={<Settings className="size-5" />}
      choices={[{ value: null, name: auto }, ...all.map((one) => ({ value: one.id, name: nameOf(one) }))]}
      chosen={chosen}
      onChoose={choose}
    />
  );
}

export function SpeedMenu({ media, commands }: ControlProps) {
  const rate = useMedia(media, ({ mediaPlaybackRate = 1 }) => mediaPlaybackRate);
  return (
    <ChoiceMenu
      label={t('player.speed', { rate })}
      icon={<span className="tabular-nums">{t('player.rate', { rate })}</span>}
      choices={RATES.map((value) => ({
        value,
        name: value === 1 ? t('player.normalSpeed') : t('player.rate', { rate: value }),
      }))}
      chosen={rate}
      onChoose={commands.setRate}
    />
  );
}

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
const REFRESH_EVERY_MS = 500;
const MINUTE_S = 60;

/** "LIVE", or how far behind live the viewer is; a press returns to the live position. */
export function LiveButton({ live, media }: { readonly live: LiveSteering; readonly media: Media }) {
  const behindS = useBehind(live);
  const isBehind = behindS >= BEHIND_FROM_S;
  const isPaused = useMedia(media, ({ mediaPaused = false }) => mediaPaused);
  return (
    <button
      type="button"
      onClick={live.goLive}
      disabled={!isBehind}
      data-behind={Math.round(behindS)}
      title={isBehind ? t('player.skipToLive') : undefined}
      className="flex h-10 items-center gap-2 rounded-md px-2 text-sm font-semibold text-white enabled:hover:bg-white/15 focus-visible:outline-white disabled:cursor-default"
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

function useBehind(live: LiveSteering): number {
  const [behindS, setBehindS] = useState(0);
  useEffect(() => {
    const refresh = () => setBehindS(live.behindS());
    const timer = setInterval(refresh, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, [live]);
  return behindS;
}
