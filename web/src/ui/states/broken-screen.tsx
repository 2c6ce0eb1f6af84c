import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import { FanMark } from '../fan-mark.tsx';

/** In place of a screen that nothing but a reload can help. */
export function BrokenScreen() {
  return (
    <div role="alert" className="p-4 sm:p-6">
      <EmptyState
        level={1}
        icon={<FanMark />}
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        This page stopped working. Reloading usually helps.
      </EmptyState>
    </div>
  );
}
