import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FanMark } from '../../ui/fan-mark.tsx';

/** Nobody has signed up yet. */
export function NoChannels() {
  return (
    <EmptyState icon={<FanMark className="size-7" />} title="No channels yet">
      Everyone who signs up gets one.
    </EmptyState>
  );
}
