/** Runs the work of each key sequentially, in the order of the calls. */
export function inTurn(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const latest = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (latest.get(key) ?? Promise.resolve()).catch(() => undefined).then(work);
    latest.set(key, mine);
    try {
      return await mine;
    } finally {
      if (latest.get(key) === mine) latest.delete(key);
    }
  };
}
