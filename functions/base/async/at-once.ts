/** A failure does not stop the others: at the end it rejects with an `AggregateError` with the text of `failed`. */
export async function eachAtOnce<T>(
  all: AsyncIterable<T> | Iterable<T>,
  { atOnce, failed }: { readonly atOnce: number; readonly failed: (count: number) => string },
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const queue = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  const failures: unknown[] = [];
  const takeSome = async (): Promise<void> => {
    for (let next = await queue.next(); !next.done; next = await queue.next())
      await work(next.value).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, takeSome));
  if (failures.length > 0) throw new AggregateError(failures, failed(failures.length));
}

/** Concurrent requests of one deletion: a partition accepts 1,000 writes a second, and the Lambda does other work. */
const AT_ONCE = 25;

export interface TimedWork {
  /** Checked before each item. */
  readonly hasTime: () => boolean;
  /** @default 25 */
  readonly atOnce?: number;
}

/** Works on the items of pages while there is time. False when it ran out before the last one. Rejects as `eachAtOnce`. */
export async function eachInTime<T>(
  pages: AsyncIterable<readonly T[]>,
  { hasTime, atOnce = AT_ONCE }: TimedWork,
  work: (one: T) => Promise<unknown>,
): Promise<boolean> {
  let isDone = true;
  async function* items(): AsyncGenerator<T> {
    for await (const page of pages)
      for (const item of page) {
        isDone = hasTime();
        if (!isDone) return;
        yield item;
      }
  }
  const failed = (count: number): string => `Work on ${count} items failed`;
  await eachAtOnce(items(), { atOnce, failed }, work);
  return isDone;
}
