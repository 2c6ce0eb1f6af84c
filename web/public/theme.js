/** The chosen theme, or the system's, before the first paint. */
const applyTheme = () => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Refused in a frame.
  }
  document.documentElement.dataset.theme = chosen ?? 'system';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = meta.dataset;
    if (chosen === null) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = chosen === theme ? 'all' : 'not all';
  }
};

applyTheme();
addEventListener('storage', applyTheme);
