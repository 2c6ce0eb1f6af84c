/** The few parts of a browser that the web's logic touches, for tests that run without one. */
import { vi } from 'vitest';

/** A storage that lives in memory. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/** A window at `path`; `assign` records page loads and goes there. Undone by `vi.unstubAllGlobals()`. */
export function stubBrowser(path = '/') {
  const location = { pathname: path, search: '' };
  const assign = vi.fn<(to: string) => void>((to) => {
    location.pathname = to;
  });
  const window = Object.assign(new EventTarget(), { location: Object.assign(location, { assign }) });
  const storage = memoryStorage();
  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', storage);
  return { window, storage, assign };
}
