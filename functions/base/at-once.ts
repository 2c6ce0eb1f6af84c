/**
 * Does `work` for each, so many at once. One's failure does not keep the others from their turn: when all have had it,
 * rejects with an `AggregateError` of the failures, whose message `failed` gives by their number.
 */
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
