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
