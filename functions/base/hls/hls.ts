/** Reads HLS playlists (RFC 8216) that no longer change. Pure. */

export interface Variant {
  /** Its folder: `720p30`. */
  readonly name: string;
  /** Of its media playlist, relative to the multivariant one. */
  readonly uri: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Empty for a media playlist. */
export function readVariants(master: string): Variant[] {
  const lines = linesOf(master);
  return lines.flatMap((line, index) => {
    const uri = lines[index + 1];
    if (!line.startsWith('#EXT-X-STREAM-INF:') || !uri || uri.startsWith('#')) return [];
    const pairs = line.slice(line.indexOf(':') + 1).matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g);
    const attributes = new Map([...pairs].map(([, key = '', value = '']) => [key, value]));
    return [{ name: uri.split('/').at(-2) ?? 'all', uri, attributes }];
  });
}

/** Resolves a URI of the playlist at `url` to a path on the site. */
export const resolvePath = (uri: string, url: string): string => new URL(uri, `https://site${url}`).pathname;

export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '');
