/** What must happen before the first paint and before any other code. */

/**
 * Browsers that block a site's data throw at every access to it, and full ones at every write. The page then works with a
 * storage in memory, which begins with what can be read.
 */
const ensureStorage = (name) => {
  let entries = [];
  try {
    entries = Object.entries(window[name]);
    window[name].setItem('probe', '');
    window[name].removeItem('probe');
  } catch {
    const memory = new Map(entries);
    const value = {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, text) => void memory.set(key, String(text)),
      removeItem: (key) => void memory.delete(key),
      clear: () => memory.clear(),
    };
    Object.defineProperty(window, name, { value });
  }
};

/** The chosen theme, or the system's. */
const applyTheme = () => {
  const chosen = localStorage.getItem('theme');
  document.documentElement.dataset.theme = chosen ?? 'system';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = meta.dataset;
    if (chosen === null) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = chosen === theme ? 'all' : 'not all';
  }
};

ensureStorage('localStorage');
ensureStorage('sessionStorage');
applyTheme();
addEventListener('storage', applyTheme);
