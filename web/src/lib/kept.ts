/** What this browser keeps for a page, as JSON. */

type StorageName = 'localStorage' | 'sessionStorage';

/** `null` where nothing is kept, or nothing that can be read. */
export function readKept(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** A browser that is full, or forbids it, keeps nothing, and all goes on without. */
export function keep(storage: StorageName, key: string, value: unknown): void {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // What is not kept is not found again.
  }
}
