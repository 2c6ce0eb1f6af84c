import { Fan } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { controlButton, controlMenu, controlMenuItem } from '../../features/player/controls/control-look.tsx';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { t } from '../../lib/i18n/messages.ts';

export interface Tool {
  readonly name: string;
  readonly icon: ReactNode;
  /** Renders the chosen tool until it calls `close`. */
  readonly show: (close: () => void) => ReactNode;
}

interface ToolsMenuProps {
  readonly tools: readonly Tool[];
  /** The control bar's slot, if mounted. */
  readonly bar: HTMLElement | null;
}

/** The button "Fan tools" of a player and the open tools. */
export function ToolsMenu({ tools, bar }: ToolsMenuProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => setOpen((names) => names.filter((other) => other !== name));
  const choose = (name: string) => setOpen((names) => [...names.filter((other) => other !== name), name]);
  return (
    <>
      {bar &&
        tools.length > 0 &&
        createPortal(
          <Menu
            label={t('toolsMenu.label')}
            icon={<Fan className="size-5" />}
            buttonClassName={controlButton}
            listClassName={controlMenu}
          >
            {tools.map(({ name, icon }) => (
              <MenuItem key={name} onSelect={() => choose(name)} className={controlMenuItem}>
                {icon}
                {name}
              </MenuItem>
            ))}
          </Menu>,
          bar,
        )}
      {tools
        .filter(({ name }) => open.includes(name))
        .map(({ name, show }) => (
          <Fragment key={name}>{show(() => close(name))}</Fragment>
        ))}
    </>
  );
}
