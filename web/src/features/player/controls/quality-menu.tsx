import { Settings } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ChoiceMenu } from './choice-menu.tsx';
import type { Steering } from '../engine/steering.ts';

/** The choice of a rendition; nothing where there is none. */
export function QualityMenu({ steering }: { readonly steering: Steering }) {
  const { all, chosen, current } = useSyncExternalStore(steering.subscribe, steering.qualities);
  if (all.length < 2) return null;
  const playing = all.find(({ id }) => id === current);
  const auto = chosen === null && playing ? `Auto (${playing.name})` : 'Auto';
  return (
    <ChoiceMenu
      label="Quality"
      icon={<Settings className="size-5" />}
      choices={[{ value: null, name: auto }, ...all.map(({ id, name }) => ({ value: id, name }))]}
      chosen={chosen}
      onChoose={steering.choose}
    />
  );
}
