import { Check, EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { NavLink } from '../links/link.tsx';
import { Menu } from './menu.tsx';

interface MoreMenuProps {
  /** What the menu is for. */
  readonly of: string;
  readonly children: ReactNode;
}

/** The menu behind three dots. */
export const MoreMenu = ({ of, children }: MoreMenuProps) => (
  <Menu label={t('common.moreOptionsFor', { of })} icon={<EllipsisVertical className="size-5" />}>
    {children}
  </Menu>
);

const ITEM =
  'flex min-h-control-sm w-full items-center gap-3 rounded-sm px-3 py-1 text-start text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-hidden [&>svg]:size-4 [&>svg]:shrink-0';

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly isDestructive?: boolean | undefined;
  readonly children: ReactNode;
}

/** A command, which closes the menu. */
export const MenuItem = ({ onSelect, isDestructive = false, children }: MenuItemProps) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    onClick={onSelect}
    className={`${ITEM} ${isDestructive ? 'text-danger' : ''}`}
  >
    {children}
  </button>
);

interface MenuLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

export const MenuLink = ({ to, children }: MenuLinkProps) => (
  <NavLink to={to} role="menuitem" tabIndex={-1} className={`${ITEM} aria-[current=page]:text-accent`}>
    {children}
  </NavLink>
);

/** Of one setting in a menu. */
export interface Choices<T extends string | number | null> {
  readonly choices: readonly { readonly value: T; readonly name: string; readonly lang?: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

interface ChoiceGroupProps<T extends string | number | null> extends Choices<T> {
  /** Above the choices, in a menu with several settings. */
  readonly title?: string;
}

export const ChoiceGroup = <T extends string | number | null>(props: ChoiceGroupProps<T>) => {
  const { title, choices, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={title} className="not-first:mt-1 not-first:border-t not-first:border-line">
      {title && (
        <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-soft">
          {title}
        </p>
      )}
      {choices.map(({ value, name, lang }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === chosen}
          tabIndex={-1}
          onClick={() => onChoose(value)}
          className={ITEM}
        >
          <Check className={value === chosen ? '' : 'invisible'} />
          <bdi lang={lang}>{name}</bdi>
        </button>
      ))}
    </div>
  );
};
