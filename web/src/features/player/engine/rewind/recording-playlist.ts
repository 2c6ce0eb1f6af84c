import { offsetOf, parsePage } from './rewind-pages.ts';

/** IVS ends its playlists also while it adds to them. The first one says where to start. */
export function growingPlaylist(text: string, atMs: number | null): string {
  const growing = text.replace(/^#EXT-X-(ENDLIST|PLAYLIST-TYPE:.*)\r?\n?/gm, '');
  if (atMs === null) return growing;
  const start = `#EXT-X-START:TIME-OFFSET=${offsetOf(parsePage(text).segments, atMs).toFixed(3)},PRECISE=YES`;
  return growing.replace(/^#EXTM3U\r?\n/, `#EXTM3U\n${start}\n`);
}
