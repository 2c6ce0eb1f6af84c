/** What every query and mutation of the web shares. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failureLog`: the words with which a failure is logged (specification §8). */
    queryMeta: { failureLog?: string };
  }
}

/** So long a list is remembered after it was left: Back finds it as it was, and so its place in it. */
export const LIST_KEPT_MS = 60 * 60_000;

const RETRIES = 2;
const STALE_AFTER_MS = 5_000;

/** Whether to try again: never what the server has refused, twice what may pass by itself. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return !refused && failures < RETRIES;
}

/** The cache of all that the API answered. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => console.error(meta?.failureLog ?? 'Error fetching data', error),
  }),
  defaultOptions: {
    // Without `always` a request made offline would wait, and the page would say "Loading..." for ever.
    queries: {
      retry: shouldRetry,
      staleTime: STALE_AFTER_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
