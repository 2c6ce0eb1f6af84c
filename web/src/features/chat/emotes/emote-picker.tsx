import { Smile } from 'lucide-react';
import { t } from '#web/lib/i18n/messages.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { type DisplayedEmote, useEmotes } from './channel-emotes.tsx';
import { Emote } from './emote.tsx';
import { emoteText } from './site-emotes.ts';

export const EmotePicker = ({ onPick }: { readonly onPick: (code: string) => void }) => (
  <Menu
    label={t('chat.emotes')}
    icon={<Smile className="size-5" />}
    columns={4}
    className="grid grid-cols-4 gap-1 p-2"
  >
    {[...useEmotes()].map(([code, emote]) => (
      <button
        key={code}
        type="button"
        role="menuitem"
        aria-label={nameOf(code, emote)}
        title={nameOf(code, emote)}
        tabIndex={-1}
        onClick={() => onPick(code)}
        className="grid size-11 place-items-center rounded-md hover:bg-line focus-visible:bg-line"
      >
        <Emote code={code} isNamed className="size-8" />
      </button>
    ))}
  </Menu>
);

/** The site's are described by their codes. */
const nameOf = (code: string, { alt }: DisplayedEmote): string =>
  alt === emoteText(code) ? alt : `${emoteText(code)} ${alt}`;
