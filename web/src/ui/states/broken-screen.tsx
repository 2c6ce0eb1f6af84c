import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import { FanMark } from '../fan-mark.tsx';

/** In place of a screen that failed. Showing it again keeps what a reload would end, such as a broadcast. */
export const BrokenScreen = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div role="alert" className="p-4 sm:p-6">
    <EmptyState
      level={1}
      icon={<FanMark />}
      title="Something went wrong"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      This page stopped working.
    </EmptyState>
  </div>
);
