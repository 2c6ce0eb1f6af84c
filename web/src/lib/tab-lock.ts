/** Locks work to a tab. A lock ends with its tab. Plain http and a page without storage have no locks. */
import { createDeferred } from './async/deferred.ts';

/** Returns an unlock function, or `null` if another tab has the lock. */
export function lockInTab(name: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  const { promise, resolve, reject } = createDeferred<(() => void) | null>();
  navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(null);
      const { promise: unlocked, resolve: unlock } = createDeferred();
      resolve(unlock);
      await unlocked;
    })
    .catch((error: unknown) => (isDenied(error) ? resolve(() => {}) : reject(error)));
  return promise;
}

const isDenied = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError';

/** Runs `act` while no other tab does, where there are locks. */
export async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return act();
  };
  try {
    return await navigator.locks.request(name, begin);
  } catch (error) {
    if (hasBegun || !isDenied(error)) throw error;
    return act();
  }
}
