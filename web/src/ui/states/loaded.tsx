import { ApiFailure, isNotFound } from '#web/lib/api/api.ts';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { type FailedQuery, FailureState } from './failure-state.tsx';
import { Loading } from './loading.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface LoadedProps<T> {
  readonly query: FailedQuery & { readonly data: T | undefined; readonly isPending: boolean };
  /** "The categories could not be loaded" */
  readonly failure: string;
  /** @default a spinning fan */
  readonly skeleton?: ReactNode;
  /** Uses a small failure inside a card. */
  readonly isInCard?: boolean;
  readonly children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, failure, skeleton, isInCard = false, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading>{skeleton}</Loading>;
  const Failure = isInCard ? FailureLine : FailureState;
  return <Failure title={failure} query={query} />;
}

interface FailureLineProps {
  /** "Your devices could not be loaded" */
  readonly title: string;
  readonly query: FailedQuery;
}

/** `FailureState` in one line. */
export const FailureLine = ({ title, query: { isFetching, refetch } }: FailureLineProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className="text-danger">{title}</p>
    <Button variant="secondary" size="sm" onClick={() => refetch()} busy={isFetching}>
      {t('common.tryAgain')}
    </Button>
  </div>
);

/** Whether the API reported a missing or malformed id. */
export const isBadAddress = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiFailure && error.status === 400);
