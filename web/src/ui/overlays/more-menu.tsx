import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem } from './menu.tsx';
import { t } from '../../lib/i18n/messages.ts';

interface MoreMenuProps {
  /** What the menu is for. */
  readonly of: string;
  /** Sets the width of the list. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The menu behind three dots. */
export const MoreMenu = ({ of, className = 'w-44', children }: MoreMenuProps) => (
  <Menu
    label={t('common.moreOptionsFor', { of })}
    icon={<EllipsisVertical className="size-5" />}
    buttonClassName="grid size-10 place-items-center pointer-coarse:size-11 rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised"
    listClassName={`end-0 top-full mt-1 ${className} rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30`}
  >
    {children}
  </Menu>
);

interface MoreItemProps {
  readonly onSelect: () => void;
  readonly isDestructive?: boolean;
  readonly children: ReactNode;
}

export const MoreItem = ({ onSelect, isDestructive = false, children }: MoreItemProps) => (
  <MenuItem
    className={`flex h-10 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-start text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-none ${isDestructive ? 'text-danger' : ''}`}
    onSelect={onSelect}
  >
    {children}
  </MenuItem>
);
