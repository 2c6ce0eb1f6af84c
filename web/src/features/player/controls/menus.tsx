import { Check, Settings } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Menu, MenuChoice } from '../../../ui/overlays/menu.tsx';
import { controlButton, controlMenu, controlMenuItem } from './control-look.tsx';
import type { Steering } from '../engine/steering.ts';
import { type ControlProps, RATES } from '../commands/commands.ts';
import { useMedia } from '../commands/media.ts';

interface ChoiceMenuProps<T> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly { readonly value: T; readonly name: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A button of the controls with a list to choose from. */
export function ChoiceMenu<T extends number | null>(props: ChoiceMenuProps<T>) {
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

/** The choice of a rendition; nothing where there is none. */
export function QualityMenu({ steering }: { readonly steering: Steering }) {
  const { all, chosen, current } = useSyncExternalStore(steering.subscribe, steering.qualities);
  if (all.length < 2) return null;
  const playing = all.find(({ id }) => id === current);
  const auto = chosen === null && playing ? `Auto (${playing.name})` : 'Auto';
  return (
    <ChoiceMenu
      label="Quality"
      icon={<Settings className="size-5" />}
      choices={[{ value: null, name: auto }, ...all.map(({ id, name }) => ({ value: id, name }))]}
      chosen={chosen}
      onChoose={steering.choose}
    />
  );
}

/** How fast a video plays. */
export function SpeedMenu({ media, commands }: ControlProps) {
  const rate = useMedia(media, ({ mediaPlaybackRate = 1 }) => mediaPlaybackRate);
  return (
    <ChoiceMenu
      label={`Speed: ${rate}×`}
      icon={<span className="tabular-nums">{rate}×</span>}
      choices={RATES.map((value) => ({ value, name: value === 1 ? 'Normal' : `${value}×` }))}
      chosen={rate}
      onChoose={commands.setRate}
    />
  );
}
