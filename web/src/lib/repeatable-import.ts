/** Imports that may be tried again. */

/** The address of the file, in the words with which Chromium and Firefox say that a module did not come. */
const ADDRESS = /https?:\/\/\S+/;

/**
 * Loads a module, and may be called again when that failed: a browser remembers for as long as a page lives that a file
 * did not come (HTML, "module map"; Chromium since 2026), so that the file is asked for under another address. Throws what
 * `import` throws.
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
