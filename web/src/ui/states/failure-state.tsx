import { CloudOff } from 'lucide-react';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface FailureStateProps {
  /** What is missing: "The live channels could not be loaded." */
  readonly title: string;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** A fetch has failed for good: says what is missing and offers to try again. It is fetched anew when a network returns. */
export function FailureState({ title, onRetry, retrying = false }: FailureStateProps) {
  const isOnline = useOnline();
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff className="size-6" />}
        title={title}
        action={
          <Button variant="secondary" onClick={onRetry} busy={retrying}>
            Try again
          </Button>
        }
      >
        {!isOnline && "You're offline"}
      </EmptyState>
    </div>
  );
}
