type StorageName = 'localStorage' | 'sessionStorage';

/** `null` if missing, or where the browser forbids storage. */
export function readText(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Ignores full or forbidden storage. `null` removes the text. */
export function keepText(storage: StorageName, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    // The text is lost.
  }
}

/** `null` if missing or unreadable. */
export function readKept(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(readText(storage, key) ?? 'null');
  } catch {
    return null;
  }
}

/** Ignores full or forbidden storage. */
export const keep = (storage: StorageName, key: string, value: unknown): void =>
  keepText(storage, key, JSON.stringify(value));
