type StorageName = 'localStorage' | 'sessionStorage';

/** `null` if missing or unreadable. */
export function readKept(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Ignores full or forbidden storage. */
export function keep(storage: StorageName, key: string, value: unknown): void {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The value is lost.
  }
}
