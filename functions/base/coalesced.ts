/**
 * Work on one thing that many request at once. Requests while it runs share one further run, which begins afterwards, so
 * that it sees what they have written.
 */
export function coalesced<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();
  const run = (key: string): Promise<T> => {
    const started = work(key).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  const runAfter = async (key: string, current: Promise<T>): Promise<T> => {
    await current.catch(() => undefined);
    next.delete(key);
    return run(key);
  };
  return (key) => {
    const current = running.get(key);
    if (!current) return run(key);
    const shared = next.get(key) ?? runAfter(key, current);
    next.set(key, shared);
    return shared;
  };
}
