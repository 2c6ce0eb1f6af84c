import { Airplay, Cast as CastIcon, PictureInPicture2, Settings } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import type { Rendition, Steering } from '#web/lib/player-stage.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { ChoiceGroup, type Choices, MenuItem } from '#web/ui/overlays/menu-items.tsx';
import { type Cast, isAirPlay } from '../commands/cast.ts';
import { type ControlProps, RATES, useMedia } from '../commands/media.ts';
import { keepQuality } from '../engine/preferences.ts';
import { controlButton } from './control-look.tsx';

interface ChoiceMenuProps<T extends string | number | null> extends Choices<T> {
  readonly label: string;
  readonly icon: ReactNode;
}

const ChoiceMenu = <T extends string | number | null>({ label, icon, ...choices }: ChoiceMenuProps<T>) => (
  <Menu label={label} icon={icon} buttonClassName={controlButton}>
    <ChoiceGroup {...choices} />
  </Menu>
);

const nameOf = ({ size, isAlone, bitsPerSecond }: Rendition): string =>
  isAlone ? size : `${size} · ${formatBitrate(bitsPerSecond)}`;

/** `null` if there is only one rendition. */
function useQualities(steering: Steering | null): Choices<number | null> | null {
  const subscribe = steering?.subscribe ?? subscribeToNothing;
  const qualities = useSyncExternalStore(subscribe, steering?.qualities ?? noQualities);
  if (!steering || !qualities || qualities.all.length < 2) return null;
  const { all, chosen, current } = qualities;
  const playing = all.find(({ id }) => id === current);
  const auto =
    chosen === null && playing
      ? t('player.autoQualityNow', { name: nameOf(playing) })
      : t('player.autoQuality');
  return {
    choices: [{ value: null, name: auto }, ...all.map((one) => ({ value: one.id, name: nameOf(one) }))],
    chosen,
    onChoose: (id) => {
      steering.choose(id);
      keepQuality(all.find((one) => one.id === id)?.size ?? null);
    },
  };
}

const subscribeToNothing = () => () => {};
const noQualities = () => null;

function useRates({ media, commands }: ControlProps): Choices<number> {
  const rate = useMedia(media, ({ mediaPlaybackRate = 1 }) => mediaPlaybackRate);
  return {
    choices: RATES.map((value) => ({
      value,
      name: value === 1 ? t('player.normalSpeed') : t('player.rate', { rate: value }),
    })),
    chosen: rate,
    onChoose: commands.setRate,
  };
}

/** Renders nothing if there is only one rendition. */
export function QualityMenu({ steering }: { readonly steering: Steering }) {
  const qualities = useQualities(steering);
  if (!qualities) return null;
  return <ChoiceMenu label={t('player.quality')} icon={<Settings className="size-5" />} {...qualities} />;
}

export function SpeedMenu(props: ControlProps) {
  const rates = useRates(props);
  const { chosen: rate } = rates;
  return (
    <ChoiceMenu
      label={t('player.speed', { rate })}
      icon={<span className="tabular-nums">{t('player.rate', { rate })}</span>}
      {...rates}
    />
  );
}

interface SettingsMenuProps extends ControlProps {
  readonly steering: Steering | null;
  readonly isLive: boolean;
  readonly cast: Cast;
  readonly hasPip: boolean;
}

/** In a narrow player: what are menus and buttons of their own in a wide one. */
export function SettingsMenu({ media, commands, steering, isLive, cast, hasPip }: SettingsMenuProps) {
  const rates = useRates({ media, commands });
  const qualities = useQualities(steering);
  if (isLive && !qualities && !cast.isOffered && !hasPip) return null;
  const CastOrAirPlay = isAirPlay() ? Airplay : CastIcon;
  return (
    <Menu label={t('player.settings')} icon={<Settings className="size-5" />} buttonClassName={controlButton}>
      {cast.isOffered && (
        <MenuItem onSelect={cast.choose}>
          <CastOrAirPlay className="size-4" />
          {isAirPlay() ? t('player.airPlayButton') : t('player.castButton')}
        </MenuItem>
      )}
      {hasPip && (
        <MenuItem onSelect={commands.togglePip}>
          <PictureInPicture2 className="size-4" />
          {t('player.pictureInPicture')}
        </MenuItem>
      )}
      {!isLive && <ChoiceGroup title={t('player.speedTitle')} {...rates} />}
      {qualities && <ChoiceGroup title={t('player.quality')} {...qualities} />}
    </Menu>
  );
}
