import type { Page } from './api.ts';

/** How a list that comes page by page (`useInfiniteQuery`) finds its next one. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: Page<unknown>) => next,
};

/** The entries of all pages, each once: a list that moves between two requests may show one twice. */
export function itemsOf<T extends { readonly id: string }>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return [...byId.values()];
}
