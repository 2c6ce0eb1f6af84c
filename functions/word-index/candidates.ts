/** Which channels or videos to look at, from what the words of a query lead to. Pure. */

/** Whom one word leads to; not complete when there are more of them than are read. */
export interface WordList {
  readonly ids: ReadonlySet<string>;
  readonly isComplete: boolean;
}

/**
 * The ids that may have all words, most promising first. A complete list rules out every id that it lacks. Without a
 * complete list no id can be ruled out, and ids in several lists come first.
 */
export function candidatesOf(lists: readonly WordList[]): string[] {
  const complete = lists.filter(({ isComplete }) => isComplete);
  const relevant = complete.length > 0 ? complete : lists;
  const hits = new Map<string, number>();
  for (const { ids } of relevant) for (const id of ids) hits.set(id, (hits.get(id) ?? 0) + 1);
  const found = [...hits].filter(([, count]) => complete.length === 0 || count === complete.length);
  return found.toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
