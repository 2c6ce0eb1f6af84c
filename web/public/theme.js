/**
 * Puts the chosen theme into effect, or the system's. In a file of its own that runs before the first paint: nothing
 * flashes by, and the Content-Security-Policy, which forbids inline scripts, stays as it is.
 */
const applyTheme = () => {
  const chosen = localStorage.getItem('theme');
  document.documentElement.dataset.theme = chosen ?? 'system';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = meta.dataset;
    if (chosen === null) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = chosen === theme ? 'all' : 'not all';
  }
};

applyTheme();
addEventListener('storage', applyTheme);
