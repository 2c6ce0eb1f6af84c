import type { OwnedFan } from '../../../../../shared/channels/fans.ts';
import { FanGrid } from '../fan-grid.tsx';
import { useUnits } from '../units/units.ts';

/** Fans that a search of the whole site has found. */
export function FanResults({ fans }: { readonly fans: readonly OwnedFan[] }) {
  const [units] = useUnits();
  return <FanGrid fans={fans} units={units} level={3} />;
}
