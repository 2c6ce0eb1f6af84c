import { Check } from 'lucide-react';
import { MenuChoice } from '#web/ui/overlays/menu.tsx';
import { controlMenuItem } from './control-look.tsx';

/** Of one setting in a menu of the control bar. */
export interface Choices<T extends string | number | null> {
  readonly choices: readonly { readonly value: T; readonly name: string; readonly lang?: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

export const ChoiceItems = <T extends string | number | null>({ choices, chosen, onChoose }: Choices<T>) =>
  choices.map(({ value, name, lang }) => (
    <MenuChoice
      key={value}
      isChosen={value === chosen}
      onSelect={() => onChoose(value)}
      className={controlMenuItem}
    >
      <Check className={`size-4 ${value === chosen ? '' : 'invisible'}`} />
      <bdi lang={lang}>{name}</bdi>
    </MenuChoice>
  ));

interface ChoiceGroupProps<T extends string | number | null> extends Choices<T> {
  readonly title: string;
}

/** Choices below a title, in a menu with several settings. */
export const ChoiceGroup = <T extends string | number | null>({ title, ...choices }: ChoiceGroupProps<T>) => (
  <div
    role="group"
    aria-label={title}
    className="not-first:mt-1 not-first:border-t not-first:border-white/20"
  >
    <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-semibold text-white/70">
      {title}
    </p>
    <ChoiceItems {...choices} />
  </div>
);
