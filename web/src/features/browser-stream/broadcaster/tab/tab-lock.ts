/** Tells the tab that records a broadcast from the others, which must not offer to finish it. A lock ends with its tab. */

/** Makes a broadcast this tab's own; answers how to unlock it, or `null` where it is another tab's. */
export function lockBroadcast(streamId: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request(`broadcast ${streamId}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(null);
      const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
      resolve(unlock);
      await unlocked;
    })
    .catch(reject);
  return promise;
}
