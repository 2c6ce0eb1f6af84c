/**
 * Numbers of each category. Keys: `CATEGORY#<id>` / `COUNT`, with `channels` and the `viewers` of its live ones; both
 * change in the transaction that changes a channel, so they are exact.
 */
import { CATEGORIES } from '../../shared/category-list.ts';

export const categoryPartition = (id: string): string => `CATEGORY#${id}`;
export const categoryKey = (id: string) => ({ pk: categoryPartition(id), sk: 'COUNT' });

/** The category that a game is, if it is one: games are free text, and case does not matter. */
export function categoryOf(game: string): string | undefined {
  const name = game.trim().toLowerCase();
  return CATEGORIES.find((category) => category.name.toLowerCase() === name)?.id;
}
