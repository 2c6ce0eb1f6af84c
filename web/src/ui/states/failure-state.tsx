import { CloudOff } from 'lucide-react';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export interface FailedQuery {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface FailureStateProps {
  /** "The live channels could not be loaded." */
  readonly title: string;
  readonly query: FailedQuery;
}

/** A failed query with "Try again". It refetches when online. */
export function FailureState({ title, query: { isFetching, refetch } }: FailureStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff className="size-6" />}
        title={title}
        action={
          <Button variant="secondary" onClick={() => refetch()} busy={isFetching}>
            {t('common.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
