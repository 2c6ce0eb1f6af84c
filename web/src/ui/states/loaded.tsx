import { ApiFailure, isNotFound } from '../../lib/api/api.ts';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { type FailedQuery, FailureState } from './failure-state.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<T> {
  readonly query: FailedQuery & { readonly data: T | undefined; readonly isPending: boolean };
  /** "The categories could not be loaded" */
  readonly failure: string;
  /** Shapes of what is to come. @default a turning fan */
  readonly skeleton?: ReactNode;
  /** It is a part of a card, and no larger where it fails. */
  readonly isInCard?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** What a query has brought; until then that it loads, or that it could not be loaded. */
export function Loaded<T>({ query, failure, skeleton, isInCard = false, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading>{skeleton}</Loading>;
  const Failure = isInCard ? FailureLine : FailureState;
  return <Failure title={failure} query={query} />;
}

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

/** Whether an address leads nowhere: there is no such thing, or its id has not the form of one. */
export const isBadAddress = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiFailure && error.status === 400);
