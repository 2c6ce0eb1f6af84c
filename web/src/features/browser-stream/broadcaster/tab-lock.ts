/** Tells the tab that records a broadcast from the others, which must not offer to finish it. A lock ends with its tab. */

/** Makes a broadcast this tab's own; answers how to let it go, or `null` where it is another tab's. */
export function holdBroadcast(streamId: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request(`broadcast ${streamId}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(null);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      resolve(letGo);
      await held;
    })
    .catch(reject);
  return promise;
}
