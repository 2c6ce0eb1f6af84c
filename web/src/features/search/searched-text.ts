import { SEARCH_MAX_LENGTH } from '../../../../shared/limits.ts';

/** The text that an address like `?q=box%20fan` asks for: trimmed, no longer than a search may be; empty without any. */
export const searchedText = (search: URLSearchParams): string =>
  (search.get('q') ?? '').trim().slice(0, SEARCH_MAX_LENGTH).trimEnd();
