import { notFound } from '../../errors.ts';
import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import type { LivePlaylistPorts } from '../ports.ts';
import { listedSegments } from '../segments/segment-list.ts';
import { directPlaylist, multivariantPlaylist, type Rendition } from './direct-playlist.ts';
import { requireWatchable } from './watchable.ts';

/** By so many segments the multivariant playlist tells of its variants. */
const LATEST = 10;
/** More than a playlist lists, however short segments are; what is beyond comes when the checkpoint has moved. */
const MAX_ROWS = 500;

/** The playlist of a direct broadcast's variants. Throws `not_found` before its first segment. */
export async function directVariants({ broadcasts }: LivePlaylistPorts, { id }: Broadcast): Promise<string> {
  const playlist = multivariantPlaylist(await broadcasts.latestSegments(id, LATEST));
  if (playlist === undefined) throw notFound('Broadcast');
  return playlist;
}

/** The playlist of one rendition. Throws `not_found` as that of the broadcast does, and where it is not direct. */
export async function renditionPlaylist(
  { broadcasts, clock }: LivePlaylistPorts,
  streamId: string,
  rendition: Rendition,
): Promise<string> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { id, startedAtMs, segmentCheckpoint } = broadcast;
  const fromSeq = segmentCheckpoint?.fromSeq ?? 0;
  const rows = await broadcasts.listSegments(id, { fromSeq, limit: MAX_ROWS });
  const { segments, isEnded } = listedSegments(rows, broadcast, clock());
  const folder = `/${broadcastFilesPrefix(broadcast)}`;
  const playlist = directPlaylist(segments, broadcast, { rendition, isEnded, startedAtMs, folder });
  if (playlist === undefined) throw notFound('Broadcast');
  return playlist;
}
