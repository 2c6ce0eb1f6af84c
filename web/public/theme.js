/** The chosen theme, or the system's, before the first paint. Inline scripts are forbidden. */
const chosenTheme = () => {
  try {
    return localStorage.getItem('theme');
  } catch {
    // Of a page in a frame browsers may refuse that.
    return null;
  }
};

const applyTheme = () => {
  const chosen = chosenTheme();
  document.documentElement.dataset.theme = chosen ?? 'system';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { theme } = meta.dataset;
    if (chosen === null) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = chosen === theme ? 'all' : 'not all';
  }
};

applyTheme();
addEventListener('storage', applyTheme);
