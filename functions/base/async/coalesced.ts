/**
 * Combines simultaneous requests for work on one key. The first request during a run makes it run again afterwards, so
 * that it sees what all of them have written; the others do not wait for that.
 */
export function coalesced(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const awaited = new Set<string>();
  const run = (key: string): Promise<void> => {
    const started = work(key).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return async (key) => {
    const current = running.get(key);
    if (!current) return run(key);
    if (awaited.has(key)) return;
    awaited.add(key);
    await current.catch(() => undefined);
    awaited.delete(key);
    await run(key);
  };
}
