import { notFound } from '../../base/errors.ts';
import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import { listedSegments } from '../direct/segment-list.ts';
import { newestIn } from '../direct/segment-place.ts';
import { afterChange, type ShownList } from './changed-way.ts';
import { directPlaylist, multivariantPlaylist, type Rendition } from '../direct/direct-playlist.ts';
import { type PlaylistDeps, requireWatchable, windowsOf } from './watchable.ts';

/** By so many segments the multivariant playlist tells of its variants. */
const LATEST = 10;
/** Of the highest rate that windows are transcoded at, with their sound. */
const MADE_OF_CHUNKS = '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-STREAM-INF:BANDWIDTH=3200000\nlive/main.m3u8\n';
/** More than a playlist lists, however short segments are; what is beyond comes when the checkpoint has moved. */
const MAX_ROWS = 500;

/** The playlist of a direct broadcast's variants. Throws `not_found` before its first segment. */
export async function directVariants(
  deps: PlaylistDeps,
  { id, wayChange, smallSeq }: Broadcast,
): Promise<string> {
  const { broadcasts } = deps;
  const latest = await broadcasts.latestSegments(id, LATEST);
  const isSmall = smallSeq === undefined || latest.some(({ small }) => small);
  const earlier = isSmall ? null : await broadcasts.findSegment(id, smallSeq);
  const playlist = multivariantPlaylist(latest, { earlier });
  if (playlist !== undefined) return playlist;
  if (!wayChange) throw notFound('Broadcast');
  // It never made a segment: there is what was made of its chunks.
  await renditionPlaylist(deps, id, 'main');
  return MADE_OF_CHUNKS;
}

/** The playlist of one rendition. Throws `not_found` as that of the broadcast does, and where it is not direct. */
export async function renditionPlaylist(
  { broadcasts, clock }: PlaylistDeps,
  streamId: string,
  rendition: Rendition,
): Promise<string> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { segments, isEnded, before } = await shownList({ broadcasts, clock }, broadcast);
  const folder = `/${broadcastFilesPrefix(broadcast)}`;
  const options = { rendition, isEnded, startedAtMs: broadcast.startedAtMs, folder, nowMs: clock() };
  const playlist = directPlaylist(segments, broadcast, before, options);
  if (playlist === undefined) throw notFound('Broadcast');
  return playlist;
}

async function shownList({ broadcasts, clock }: PlaylistDeps, broadcast: Broadcast): Promise<ShownList> {
  const { id, segmentCheckpoint: before, wayChange, storedSegments } = broadcast;
  // The first segment decides what all playlists promise: whoever read the broadcast before it has none to list.
  const rows = storedSegments
    ? await broadcasts.listSegments(id, {
        fromSeq: before?.fromSeq ?? 0,
        limit: MAX_ROWS,
        lastSeq: newestIn(broadcast)?.seq,
      })
    : [];
  const direct = listedSegments(rows, broadcast, clock());
  if (!wayChange) return { ...direct, before };
  // A playlist grows at its end: nothing of the chunks is in it while a segment may come.
  if (!direct.isEnded) return { ...direct, isEnded: false, before };
  const { windows, isEnded } = await windowsOf({ broadcasts, clock }, broadcast);
  return afterChange(direct, windows, broadcast, isEnded);
}
