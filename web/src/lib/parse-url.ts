/** As `URL.parse`, which came to Chrome 126 and Safari 18. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
