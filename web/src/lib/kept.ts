/** The browser's storage. Where it is full or forbidden, texts are kept as long as the page. */
type StorageName = 'localStorage' | 'sessionStorage';

const refused = new Map<string, string>();

/** `null` if missing. */
export function readText(storage: StorageName, key: string): string | null {
  try {
    return refused.get(storage + key) ?? globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** `null` removes the text. */
export function keepText(storage: StorageName, key: string, text: string | null): void {
  refused.delete(storage + key);
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    if (text !== null) refused.set(storage + key, text);
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

export const keep = (storage: StorageName, key: string, value: unknown): void =>
  keepText(storage, key, JSON.stringify(value));

/** Removes all whose names begin so. */
export function forgetAll(storage: StorageName, prefix: string): void {
  for (const name of refused.keys()) if (name.startsWith(storage + prefix)) refused.delete(name);
  try {
    for (const key of Object.keys(globalThis[storage]))
      if (key.startsWith(prefix)) globalThis[storage].removeItem(key);
  } catch {
    // Nothing is stored.
  }
}
