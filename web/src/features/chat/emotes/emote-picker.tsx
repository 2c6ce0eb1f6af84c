import { Smile } from 'lucide-react';
import { t } from '#web/lib/i18n/messages.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Emote, emoteCode, EMOTES } from './emote.tsx';

export const EmotePicker = ({ onPick }: { readonly onPick: (name: string) => void }) => (
  <Menu
    label={t('chat.emotes')}
    icon={<Smile className="size-5" />}
    columns={4}
    className="grid grid-cols-4 gap-1 p-2"
  >
    {[...EMOTES.keys()].map((name) => (
      <button
        key={name}
        type="button"
        role="menuitem"
        aria-label={emoteCode(name)}
        title={emoteCode(name)}
        tabIndex={-1}
        onClick={() => onPick(name)}
        className="grid size-11 place-items-center rounded-md hover:bg-line focus-visible:bg-line"
      >
        <Emote name={name} isNamed className="size-8" />
      </button>
    ))}
  </Menu>
);
