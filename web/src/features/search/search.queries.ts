import { queryOptions } from '@tanstack/react-query';
import type { SearchResults } from '#shared/channels/search.ts';
import { SEARCH_MAX_LENGTH } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';
import { formatFigures } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Channels and categories for a text, which must not be blank (`searchedText`). */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    gcTime: LIST_KEPT_MS,
    meta: { failureLog: 'Error fetching data' },
  });

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call('GET /search/suggestions', { query: { q }, signal }),
    retry: false,
    meta: { failureLog: 'Error fetching data' },
  });

/** The trimmed and limited text of `?q=box%20fan`; empty without any. */
export const searchedText = (search: URLSearchParams): string =>
  (search.get('q') ?? '').trim().slice(0, SEARCH_MAX_LENGTH).trimEnd();

/** A summary without empty groups: "3 channels, 2 videos, 1 clip, 1 fan, 1 category". */
export function resultsSummary(results: SearchResults): string {
  const texts = Object.entries(COUNTS)
    .map(([group, text]) => [results[group as keyof typeof COUNTS].length, text] as const)
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(count));
  return formatFigures(texts) || t('search.noResults');
}

const COUNTS = {
  channels: (count: number) => t('search.channelCount', { count }),
  videos: (count: number) => t('search.videoCount', { count }),
  clips: (count: number) => t('search.clipCount', { count }),
  fans: (count: number) => t('search.fanCount', { count }),
  categories: (count: number) => t('search.categoryCount', { count }),
};
