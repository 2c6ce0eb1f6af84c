import { Button } from '../button.tsx';
import type { FailedQuery } from './failure-state.tsx';

interface FailureLineProps {
  /** What is missing: "Your devices could not be loaded" */
  readonly title: string;
  readonly query: FailedQuery;
}

/** As `FailureState`, where there is room for a line. */
export const FailureLine = ({ title, query: { isFetching, refetch } }: FailureLineProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className="text-danger">{title}</p>
    <Button variant="secondary" size="sm" onClick={() => refetch()} busy={isFetching}>
      Try again
    </Button>
  </div>
);
