import { Check, ExternalLink, Settings2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { paths } from '#web/lib/paths.ts';
import { Menu, MenuChoice } from '#web/ui/overlays/menu.tsx';
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
    <Menu
      label={t('chat.appearance')}
      icon={<Settings2 className="size-4" />}
      buttonClassName={TOOL}
      listClassName="end-0 top-full mt-1 max-h-[calc(100dvh-11rem)] w-56 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30"
    >
      <Choices
        of={t('chat.textSize')}
        choices={SIZE_NAMES}
        chosen={appearance.size}
        onChoose={appearance.chooseSize}
      />
      <Choices
        of={t('chat.timestamps')}
        choices={TIME_NAMES}
        chosen={appearance.time}
        onChoose={appearance.chooseTime}
      />
      <Choices
        of={t('chat.mentions')}
        choices={SOUND_NAMES}
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

const TOOL =
  'grid size-9 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised pointer-coarse:size-11';
const ITEM =
  'flex h-9 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-start text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-hidden';

const SIZE_NAMES: Record<Size, string> = {
  small: t('chat.textSmall'),
  normal: t('chat.textNormal'),
  large: t('chat.textLarge'),
};
const TIME_NAMES: Record<TimeStyle, string> = {
  ago: t('chat.timestampsRelative'),
  clock: t('chat.timestampsClock'),
  none: t('chat.timestampsNone'),
};
const SOUND_NAMES = { off: t('chat.mentionsHighlight'), on: t('chat.mentionsSound') };

interface ChoicesProps<T extends string> {
  readonly of: string;
  readonly choices: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

function Choices<T extends string>({ of, choices, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <div role="group" aria-label={of}>
      <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-soft">
        {of}
      </p>
      {(Object.keys(choices) as T[]).map((value) => (
        <MenuChoice key={value} isChosen={value === chosen} onSelect={() => onChoose(value)} className={ITEM}>
          <Check className={`size-4 ${value === chosen ? '' : 'invisible'}`} />
          {choices[value]}
        </MenuChoice>
      ))}
    </div>
  );
}

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
