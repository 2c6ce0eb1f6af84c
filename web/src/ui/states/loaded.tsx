import type { ReactNode } from 'react';
import { FailureState, type FailedQuery } from './failure-state.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<T> {
  readonly query: FailedQuery & { readonly data: T | undefined; readonly isPending: boolean };
  /** "The categories could not be loaded" */
  readonly failure: string;
  /** Shapes of what is to come. @default a turning fan */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** What a query has brought; until then that it loads, or that it could not be loaded. */
export function Loaded<T>({ query, failure, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.isPending ? <Loading>{skeleton}</Loading> : <FailureState title={failure} query={query} />;
}
