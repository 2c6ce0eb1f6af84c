/** Playlists that were looked at a moment ago: whoever is to play them need not load them again. */

export interface SeenPlaylist {
  /** Whole, after redirects. */
  readonly url: string;
  readonly text: string;
  /** On this page's clock. */
  readonly atMs: number;
}

/** Older, it is loaded again. */
const MAX_AGE_MS = 1000;

const seen = new Map<string, SeenPlaylist>();

export function rememberSeen(playlist: Omit<SeenPlaylist, 'atMs'>): void {
  for (const [url, { atMs }] of seen) if (isOld(atMs)) seen.delete(url);
  seen.set(playlist.url, { ...playlist, atMs: performance.now() });
}

/** What has just been loaded from an address, once. */
export function takeSeen(url: string): SeenPlaylist | null {
  const { href } = new URL(url, globalThis.location?.href);
  const playlist = seen.get(href);
  seen.delete(href);
  return playlist && !isOld(playlist.atMs) ? playlist : null;
}

const isOld = (atMs: number): boolean => performance.now() - atMs > MAX_AGE_MS;
