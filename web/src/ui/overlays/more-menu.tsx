import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from '../links/link.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface IconMenuProps {
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Sets the width of the list. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The style of a menu's list below its button. */
export const menuListClass =
  'end-0 top-full mt-1 rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30';

/** A list of commands or links behind an icon. */
export const IconMenu = ({ label, icon, className = 'w-44', children }: IconMenuProps) => (
  <Menu
    label={label}
    icon={icon}
    buttonClassName="grid size-10 place-items-center pointer-coarse:size-11 rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised"
    listClassName={`${menuListClass} ${className}`}
  >
    {children}
  </Menu>
);

interface MoreMenuProps extends Pick<IconMenuProps, 'className' | 'children'> {
  /** What the menu is for. */
  readonly of: string;
}

/** The menu behind three dots. */
export const MoreMenu = ({ of, ...menu }: MoreMenuProps) => (
  <IconMenu
    label={t('common.moreOptionsFor', { of })}
    icon={<EllipsisVertical className="size-5" />}
    {...menu}
  />
);

const ITEM =
  'flex h-10 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-start text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-hidden';

interface MoreItemProps {
  readonly onSelect: () => void;
  readonly isDestructive?: boolean;
  readonly children: ReactNode;
}

export const MoreItem = ({ onSelect, isDestructive = false, children }: MoreItemProps) => (
  <MenuItem className={`${ITEM} ${isDestructive ? 'text-danger' : ''}`} onSelect={onSelect}>
    {children}
  </MenuItem>
);

interface MoreLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

export const MoreLink = ({ to, children }: MoreLinkProps) => (
  <NavLink to={to} role="menuitem" tabIndex={-1} className={`${ITEM} aria-[current=page]:text-accent`}>
    {children}
  </NavLink>
);
