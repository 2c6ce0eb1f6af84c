/** They run in parallel, and a failure does not stop the others. Rejects with the failure, or an `AggregateError` of several. */
export async function runAll(parts: readonly Promise<unknown>[]): Promise<void> {
  const done = await Promise.allSettled(parts);
  const failures = done.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}
