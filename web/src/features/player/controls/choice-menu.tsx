import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuChoice } from '../../../ui/overlays/menu.tsx';
import { controlButton, controlMenu, controlMenuItem } from './control-look.ts';

interface ChoiceMenuProps<T> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly { readonly value: T; readonly name: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A button of the controls with a list to choose from. */
export function ChoiceMenu<T extends number | null>(props: ChoiceMenuProps<T>) {
  const { label, icon, choices, chosen, onChoose } = props;
  return (
    <Menu label={label} icon={icon} buttonClassName={controlButton} listClassName={controlMenu}>
      {choices.map(({ value, name }) => (
        <MenuChoice
          key={value}
          isChosen={value === chosen}
          onSelect={() => onChoose(value)}
          className={controlMenuItem}
        >
          <Check className={`size-4 ${value === chosen ? '' : 'invisible'}`} />
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}
