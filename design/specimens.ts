import type { ReactNode } from 'react';

/** Components in their states, by name. */
export type Specimens = Readonly<Record<string, ReactNode>>;

export const doNothing = (): void => {};

/** A request that failed, is under way, or was answered. */
export const FAILED = { isFetching: false, refetch: doNothing, data: undefined, isPending: false };
export const PENDING = { ...FAILED, isPending: true };
export const LOADED = { ...FAILED, data: 'Loaded' };

/** The first page of a list with more. */
export const PAGED = {
  ...FAILED,
  data: { pages: [{ items: [{ id: '1' }], total: 2, next: '2' }] },
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: doNothing,
};
