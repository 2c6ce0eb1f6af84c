import { useId } from 'react';
import { createPortal } from 'react-dom';
import type { ChatMessage } from '#shared/community/chat.ts';
import { t } from '#web/lib/i18n/messages.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { MenuList } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-items.tsx';

interface MessageMenuProps {
  readonly message: ChatMessage;
  readonly entries: readonly MessageEntry[];
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

export function MessageMenu({ message, entries, opener, onClose }: MessageMenuProps) {
  const titleId = useId();
  return createPortal(
    <MenuList aria-labelledby={titleId} opener={() => opener} onClose={onClose}>
      <p id={titleId} className="truncate px-3 py-1.5 text-xs text-soft">
        {t('chat.messageFrom', { username: message.username })}
      </p>
      {entries.map(({ label, icon, isDestructive, onSelect }) => (
        <MenuItem key={label} isDestructive={isDestructive} onSelect={() => onSelect(message)}>
          {icon}
          {label}
        </MenuItem>
      ))}
    </MenuList>,
    // Inside a landmark, because screen readers hardly find content outside of all landmarks.
    opener.closest('main') ?? document.body,
  );
}
