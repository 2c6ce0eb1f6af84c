/** Tells the tab that works on something from the others, which must not touch it. A lock ends with its tab. */

/** Makes something this tab's own; answers how to unlock it, or `null` where it is another tab's. */
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
