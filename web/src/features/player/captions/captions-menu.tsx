import { Captions as Icon, Check } from 'lucide-react';
import type { Captions } from '../../../../../shared/videos/videos.ts';
import { t } from '../../../lib/i18n/messages.ts';
import { Menu, MenuChoice } from '../../../ui/overlays/menu.tsx';
import { controlButton, controlMenu, controlMenuItem } from '../controls/control-look.tsx';
import { BACKGROUNDS, type CaptionSettings, SIZES } from './caption-settings.ts';

interface CaptionsMenuProps {
  readonly captions: readonly Captions[];
  readonly settings: CaptionSettings;
}

export function CaptionsMenu({ captions, settings }: CaptionsMenuProps) {
  const { chosen, size, background } = settings;
  const languages = captions.map(({ language, label }) => ({ value: language, name: label, lang: language }));
  return (
    <Menu
      label={t('player.captionsButton')}
      icon={<Icon className={`size-5 ${chosen ? 'text-[#4fd1d9]' : ''}`} />}
      buttonClassName={controlButton}
      listClassName={controlMenu}
    >
      <Choices
        title={t('player.captions')}
        choices={[{ value: '', name: t('player.captionsNone') }, ...languages]}
        chosen={chosen?.language ?? ''}
        onChoose={(language) => (language === '' ? settings.turnOff() : settings.choose(language))}
      />
      <Choices title={t('player.captionsSize')} choices={SIZES} chosen={size} onChoose={settings.setSize} />
      <Choices
        title={t('player.captionsBackground')}
        choices={BACKGROUNDS}
        chosen={background}
        onChoose={settings.setBackground}
      />
    </Menu>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly name: string; readonly lang?: string }[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

const Choices = ({ title, choices, chosen, onChoose }: ChoicesProps) => (
  <div
    role="group"
    aria-label={title}
    className="not-first:mt-1 not-first:border-t not-first:border-white/20"
  >
    <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-semibold text-white/70">
      {title}
    </p>
    {choices.map(({ value, name, lang }) => (
      <MenuChoice
        key={value}
        isChosen={value === chosen}
        onSelect={() => onChoose(value)}
        className={controlMenuItem}
      >
        <Check className={`size-4 ${value === chosen ? '' : 'invisible'}`} />
        <bdi lang={lang}>{name}</bdi>
      </MenuChoice>
    ))}
  </div>
);
