import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { logFailure, measure } from './log.ts';

export interface ItemWork<T> {
  /** Named in the log. */
  readonly step: string;
  /** @default one */
  readonly atOnce?: number;
  /** Checked before each item; those for which there is no time are left. @default always */
  readonly hasTime?: () => boolean;
  readonly work: (item: T) => Promise<unknown>;
  /** Moves an item behind the others, unless its work has. @default nothing */
  readonly moveBack?: (item: T) => Promise<unknown>;
}

/**
 * Works on each item of a queue. The failure of one is logged and counted (`FailedItems`); it stops neither the others nor the
 * tick, which tries the item again. Returns how many it began. Rejects when the items cannot be listed.
 */
export async function eachItem<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { step, atOnce = 1, hasTime = () => true, work, moveBack }: ItemWork<T>,
): Promise<number> {
  let begun = 0;
  await eachAtOnce(items, { atOnce, failed: String }, async (item) => {
    if (!hasTime()) return;
    begun += 1;
    try {
      await work(item);
    } catch (error) {
      failed(step, error);
      await moveBack?.(item).catch((second: unknown) => logFailure(step, second));
    }
  });
  return begun;
}

/**
 * Parses a queue's items and leaves out invalid ones. These are logged and counted, and `moveBack` moves them behind
 * the others, because a page of them would hide all valid ones.
 */
export async function readEach<Item, T>(
  items: readonly Item[],
  step: string,
  read: (item: Item) => T,
  moveBack?: (item: Item) => Promise<unknown>,
): Promise<T[]> {
  const found: T[] = [];
  const work = async (item: Item): Promise<void> => void found.push(read(item));
  await eachItem(items, { step, work, ...(moveBack && { moveBack }) });
  return found;
}

function failed(step: string, error: unknown): void {
  logFailure(step, error);
  measure({ name: 'FailedItems', value: 1 });
}
