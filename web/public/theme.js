// Storage in memory, where the browser's own is blocked or full and would throw.
let kept = [];
try {
  kept = Object.entries(localStorage);
  localStorage.setItem('', '');
} catch {
  const map = new Map(kept);
  const value = {
    getItem: (key) => map.get(key) ?? null,
    setItem: map.set.bind(map),
    removeItem: map.delete.bind(map),
  };
  Object.defineProperty(window, 'localStorage', { value });
}

/** The chosen theme, or the system's, before the first paint. */
const applyTheme = () => {
  const chosen = localStorage.getItem('theme');
  document.documentElement.dataset.theme = chosen ?? 'system';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = meta.dataset;
    if (chosen === null) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = chosen === theme ? 'all' : 'not all';
  }
};

/** The theme, and the large player of a channel or video, where it is chosen: `theater` in `ui/theme.css`. */
const apply = () => {
  applyTheme();
  document.documentElement.dataset.theater = localStorage.getItem('theater') ?? '';
};

apply();
addEventListener('storage', apply);

// docs/browsers.md: Chrome 111 and Safari 16.4 brought the first, and Firefox 128 the second.
const isCurrent = ''.isWellFormed && window.CSS && CSS.registerProperty;
if (!isCurrent) {
  addEventListener('DOMContentLoaded', () => {
    document.getElementById('root').hidden = true;
    document.getElementById('old-browser').hidden = false;
  });
}
