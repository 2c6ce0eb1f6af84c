import type { ComponentType } from 'react';
import { NavLink } from '#web/ui/links/link.tsx';

interface SidebarLinkProps {
  readonly to: string;
  readonly label: string;
  readonly Icon: ComponentType<{ readonly className: string }>;
  /** Shows only the icon. */
  readonly isFolded: boolean;
}

export const SidebarLink = ({ to, label, Icon, isFolded }: SidebarLinkProps) => (
  <li>
    <NavLink
      to={to}
      title={isFolded ? label : undefined}
      className={`flex h-10 items-center gap-3 rounded-md text-sm font-medium text-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-dim aria-[current=page]:text-accent ${isFolded ? 'justify-center' : 'px-3'}`}
    >
      <Icon className="size-5" />
      <span className={isFolded ? 'sr-only' : undefined}>{label}</span>
    </NavLink>
  </li>
);
