import { useSetting } from '../../../lib/hooks/use-setting.ts';
import { type Units, unitsOf } from './units.ts';

/** The reader's units: what they chose on this browser, else those of their place. */
export function useUnits(): [units: Units, choose: (units: Units) => void] {
  const [chosen, choose] = useSetting('fan-units');
  return [chosen === 'us' || chosen === 'metric' ? chosen : unitsOf(navigator.languages), choose];
}
