import { CloudOff } from 'lucide-react';
import { useOnline } from '../../lib/hooks/browser-hooks.ts';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

/** A query that has failed, and can be asked again. */
export interface FailedQuery {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface FailureStateProps {
  /** What is missing: "The live channels could not be loaded." */
  readonly title: string;
  readonly query: FailedQuery;
}

/** A fetch has failed for good: says what is missing and offers to try again. It is fetched anew when a network returns. */
export function FailureState({ title, query: { isFetching, refetch } }: FailureStateProps) {
  const isOnline = useOnline();
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff className="size-6" />}
        title={title}
        action={
          <Button variant="secondary" onClick={() => refetch()} busy={isFetching}>
            Try again
          </Button>
        }
      >
        {!isOnline && "You're offline"}
      </EmptyState>
    </div>
  );
}
