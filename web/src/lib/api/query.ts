import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { ChannelList } from './channel-list.ts';
import { ApiFailure } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The text that logs a failure (specification §8). */
      failureLog?: string;
      /** The channels in the data, which events keep up to date. */
      channels?: ChannelList;
      /** Whether a main screen displays the data with viewer counts, which no event brings. */
      hasViewers?: () => boolean;
    };
  }
}

/** Keeps lists, so that Back restores them and their position. */
export const LIST_KEPT_MS = 60 * 60_000;

const RETRIES = 2;
const STALE_AFTER_MS = 5_000;

/** Retries temporary failures twice, refusals never. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return !refused && failures < RETRIES;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => console.error(meta?.failureLog ?? 'Error fetching data', error),
  }),
  defaultOptions: {
    // Without `always`, an offline request would wait and show "Loading..." endlessly.
    queries: {
      retry: shouldRetry,
      staleTime: STALE_AFTER_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
