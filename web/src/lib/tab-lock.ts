/** Locks work to a tab. A lock ends with its tab. */

/** Returns an unlock function, or `null` if another tab has the lock. */
export function lockInTab(name: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(null);
      const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
      resolve(unlock);
      await unlocked;
    })
    .catch(reject);
  return promise;
}
