import { Fan } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { controlButton, ControlButton } from '#web/features/player/controls/control-look.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-items.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export interface Tool {
  readonly name: string;
  readonly icon: ReactNode;
  /** Whether it is a button of the control bar instead of an item of the menu. @default false */
  readonly isButton?: boolean;
  /** Renders the chosen tool until it calls `close`. */
  readonly show: (close: () => void) => ReactNode;
}

interface ToolsMenuProps {
  readonly tools: readonly Tool[];
  /** The control bar's slot, if mounted. */
  readonly bar: HTMLElement | null;
}

/** The tools of a player: buttons, the menu "Fan tools", and what is open. */
export function ToolsMenu({ tools, bar }: ToolsMenuProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => setOpen((names) => names.filter((other) => other !== name));
  const choose = (name: string) => setOpen((names) => [...names.filter((other) => other !== name), name]);
  const items = tools.filter(({ isButton }) => !isButton);
  const inBar = (
    <>
      {tools
        .filter(({ isButton }) => isButton)
        .map(({ name, icon }) => (
          <ControlButton key={name} label={name} onClick={() => choose(name)}>
            {icon}
          </ControlButton>
        ))}
      {items.length > 0 && (
        <Menu label={t('toolsMenu.label')} icon={<Fan className="size-5" />} buttonClassName={controlButton}>
          {items.map(({ name, icon }) => (
            <MenuItem key={name} onSelect={() => choose(name)}>
              {icon}
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
  return (
    <>
      {bar && createPortal(inBar, bar)}
      {tools
        .filter(({ name }) => open.includes(name))
        .map(({ name, show }) => (
          <Fragment key={name}>{show(() => close(name))}</Fragment>
        ))}
    </>
  );
}
