import { ExternalLink, Settings2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { paths } from '#web/lib/paths.ts';
import { iconButtonClass } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { ChoiceGroup, type Choices } from '#web/ui/overlays/menu-items.tsx';
import type { ChatAppearance, Size, TimeStyle } from './chat-appearance.ts';
import { playCallSound } from './call-sound.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChatToolsProps {
  readonly appearance: ChatAppearance;
  readonly streamer: string;
  readonly isAlone: boolean;
}

export const ChatTools = ({ appearance, streamer, isAlone }: ChatToolsProps) => (
  <div className="flex">
    {!isAlone && <PopOut streamer={streamer} />}
    <Menu label={t('chat.appearance')} icon={<Settings2 className="size-4" />} buttonClassName={TOOL}>
      <ChoiceGroup
        title={t('chat.textSize')}
        choices={SIZES}
        chosen={appearance.size}
        onChoose={appearance.chooseSize}
      />
      <ChoiceGroup
        title={t('chat.timestamps')}
        choices={TIMES}
        chosen={appearance.time}
        onChoose={appearance.chooseTime}
      />
      <ChoiceGroup
        title={t('chat.mentions')}
        choices={SOUNDS}
        chosen={appearance.hasSound ? 'on' : 'off'}
        onChoose={(sound) => {
          appearance.chooseSound(sound === 'on');
          // Plays a sample, which also unlocks sound in the browser.
          if (sound === 'on') playCallSound();
        }}
      />
    </Menu>
  </div>
);

const TOOL = iconButtonClass({ size: 'sm' }, 'aria-expanded:bg-raised');

const SIZES: Choices<Size>['choices'] = [
  { value: 'small', name: t('chat.textSmall') },
  { value: 'normal', name: t('chat.textNormal') },
  { value: 'large', name: t('chat.textLarge') },
];
const TIMES: Choices<TimeStyle>['choices'] = [
  { value: 'ago', name: t('chat.timestampsRelative') },
  { value: 'clock', name: t('chat.timestampsClock') },
  { value: 'none', name: t('chat.timestampsNone') },
];
const SOUNDS = [
  { value: 'off', name: t('chat.mentionsHighlight') },
  { value: 'on', name: t('chat.mentionsSound') },
] as const;

/** A link, so that users can open it their own way. A press opens a window of a chat's size. */
function PopOut({ streamer }: { readonly streamer: string }) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const opened = window.open(event.currentTarget.href, `chat-${streamer}`, 'popup,width=400,height=720');
    // If the browser blocks the window, the link works as usual.
    if (opened) event.preventDefault();
  };
  return (
    <a
      href={paths.chat(streamer)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('chat.popOut')}
      title={t('chat.popOut')}
      onClick={open}
      className={TOOL}
    >
      <ExternalLink className="rtl:-scale-x-100 size-4" />
    </a>
  );
}
