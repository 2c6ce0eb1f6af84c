import { Captions as Icon } from 'lucide-react';
import type { Captions } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { ChoiceGroup } from '#web/ui/overlays/menu-items.tsx';
import { controlButton } from '../controls/control-look.tsx';
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
      icon={<Icon className={`size-5 ${chosen ? 'text-player-accent' : ''}`} />}
      buttonClassName={controlButton}
    >
      <ChoiceGroup
        title={t('player.captions')}
        choices={[{ value: '', name: t('player.captionsNone') }, ...languages]}
        chosen={chosen?.language ?? ''}
        onChoose={(language) => (language === '' ? settings.turnOff() : settings.choose(language))}
      />
      <ChoiceGroup
        title={t('player.captionsSize')}
        choices={SIZES}
        chosen={size}
        onChoose={settings.setSize}
      />
      <ChoiceGroup
        title={t('player.captionsBackground')}
        choices={BACKGROUNDS}
        chosen={background}
        onChoose={settings.setBackground}
      />
    </Menu>
  );
}
