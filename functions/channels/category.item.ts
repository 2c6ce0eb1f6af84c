/**
 * Numbers of each category. Key: `CATEGORY#<id>` / `COUNT`, with its `channels`, the `viewers` of the live ones, its
 * public `videos`, and the latest spelling of its `name`. They change in the transaction that changes a channel or a
 * video, so they are exact; except `viewers`, which the tick sums (`table/category-viewers.repository.ts`). While a
 * category has viewers, it is in gsi1 as `WATCHED_CATEGORIES` / `<id>`.
 */
import { categoryIdOf } from '#shared/plain/category-list.ts';
import type { Table } from '#functions/aws/table/table.ts';

export const categoryPartition = (id: string): string => `CATEGORY#${id}`;
export const WATCHED_CATEGORIES = 'WATCHED_CATEGORIES';
export const categoryKey = (id: string) => ({ pk: categoryPartition(id), sk: 'COUNT' });

/** The id of a game's category. Games are free text, so it is one of the ten or a custom one. */
export const categoryOf = (game: string): string | undefined => categoryIdOf(game) || undefined;

/** A channel's or video's share of its category's numbers. */
export interface Share {
  /** The category's id; a channel without a game is in none. */
  readonly category: string | undefined;
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Takes one share from its category and adds the other to its own: at most two writes. */
export function shareWrites(table: Table, taken: Share, given: Share) {
  const lost = { ...taken, counts: negated(taken.counts) };
  if (taken.category !== given.category) return [lost, given].flatMap((share) => addShare(table, share));
  const counts = Object.fromEntries(
    Object.entries(given.counts).map(([name, count]) => [name, count + (lost.counts[name] ?? 0)]),
  );
  return addShare(table, { ...given, counts });
}

const negated = (counts: Share['counts']): Share['counts'] =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));

function addShare({ TableName }: Table, { category, name, counts }: Share) {
  const entries = Object.entries(counts);
  if (category === undefined || entries.every(([, count]) => count === 0)) return [];
  const Update = {
    TableName,
    Key: categoryKey(category),
    UpdateExpression: `SET #name = :name ADD ${entries.map((_, at) => `#c${at} :c${at}`).join(', ')}`,
    ExpressionAttributeNames: {
      '#name': 'name',
      ...Object.fromEntries(entries.map(([count], at) => [`#c${at}`, count])),
    },
    ExpressionAttributeValues: {
      ':name': name.trim(),
      ...Object.fromEntries(entries.map(([, change], at) => [`:c${at}`, change])),
    },
  };
  return [{ Update }];
}
