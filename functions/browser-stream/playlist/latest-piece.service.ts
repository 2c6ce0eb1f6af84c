import { notFound } from '../../base/errors.ts';
import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import { livePlaylist, type PlaylistDeps, renditionPlaylist } from './live-playlist.service.ts';
import { recordedSegments, recordingFiles } from '../direct/publish-recording.service.ts';

interface LatestPiece {
  readonly playlistUrl: string;
  /** `null` where there is no playlist at this address. */
  readonly read: (url: string) => Promise<string | null>;
}

/** The minimum length of a direct broadcast's segments, except the last. */
const SHORTEST_MS = 450;
/** Additional segments on both sides of the range. */
const SPARE = 20;
const MOST = 800;

/** Goes further back than live playlists, up to an hour after the end. Throws `not_found` if there is nothing. */
export async function latestPiece(
  deps: PlaylistDeps,
  broadcast: Broadcast,
  sinceMs: number,
): Promise<LatestPiece> {
  const { id, way, wayChange, startedAtMs } = broadcast;
  const folder = `/${broadcastFilesPrefix(broadcast)}`;
  const playlistUrl = `${folder}piece.m3u8`;
  if (way !== 'direct' || wayChange) {
    const text = await (wayChange ? renditionPlaylist(deps, id, 'main') : livePlaylist(deps, id));
    return { playlistUrl, read: async (url) => (url === playlistUrl ? text : null) };
  }
  const count = Math.min(MOST, Math.ceil((deps.clock() - sinceMs) / SHORTEST_MS) + SPARE);
  const segments = recordedSegments(await deps.broadcasts.latestSegments(id, count));
  if (segments.length === 0) throw notFound('broadcast');
  const { main, renditions } = recordingFiles(segments, 'piece', startedAtMs);
  const texts = new Map([main, ...renditions].map(({ name, playlist }) => [`${folder}${name}`, playlist]));
  return { playlistUrl, read: async (url) => texts.get(url) ?? null };
}
