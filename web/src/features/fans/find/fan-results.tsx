import type { OwnedFan } from '../../../../../shared/channels/fans.ts';
import { FanGrid } from '../fan-grid.tsx';
import { useUnits } from '../units/units.ts';

export function FanResults({ fans }: { readonly fans: readonly OwnedFan[] }) {
  const [units] = useUnits();
  return <FanGrid fans={fans} units={units} level={3} />;
}
