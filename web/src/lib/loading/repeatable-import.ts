/** The file's address in the error texts of Chromium and Firefox. */
const ADDRESS = /https?:\/\/\S+/;

/**
 * Imports a module with retries. Browsers cache a failed import for the life of the page (HTML, "module map";
 * Chromium since 2026), so a retry changes the address. Throws what `import` throws.
 */
export function repeatable<M extends object>(load: () => Promise<M>): () => Promise<M> {
  let missing: string | undefined;
  let tries = 0;
  return async () => {
    try {
      if (missing === undefined) return await load();
      tries += 1;
      return (await import(/* @vite-ignore */ `${missing}?again=${tries}`)) as M;
    } catch (cause) {
      missing ??= ADDRESS.exec(String(cause))?.[0];
      throw cause;
    }
  };
}
