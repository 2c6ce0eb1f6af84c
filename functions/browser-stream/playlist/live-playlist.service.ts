import { HOUR_MS } from '#shared/plain/time.ts';
import { multivariantPlaylist } from '#functions/base/hls/hls-playlist.ts';
import { notFound } from '#functions/base/errors.ts';
import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import { directPlaylist, directVariants, type Rendition } from '../direct/direct-playlist.ts';
import { listedSegments, MAX_LISTED_ROWS } from '../direct/segment-list.ts';
import { newestIn } from '../direct/segment-order.ts';
import { playlistOf } from '../window-playlist.ts';
import type { BroadcastReads } from '../table/broadcast-reads.repository.ts';
import type { SegmentReads } from '../table/segments.repository.ts';
import { segmentsAfterChange, type PlaylistEntries } from './changed-way.ts';

export interface PlaylistDeps {
  /** Reads may be a moment old. */
  readonly broadcasts: BroadcastReads & SegmentReads;
  readonly clock: () => number;
}

const KEPT_MS = HOUR_MS;

/** Throws `not_found` for an unknown broadcast, one of a suspended person, and long after its end. */
export function requireWatchable(broadcast: Broadcast | null, nowMs: number): Broadcast {
  const isOver = nowMs > (broadcast?.end?.atMs ?? Infinity) + KEPT_MS;
  if (!broadcast || broadcast.isWithheld || isOver) throw notFound('broadcast');
  return broadcast;
}

/** The windows up to the first missing row, because rows may be read at different moments. */
async function windowsOf({ broadcasts }: PlaylistDeps, { id, end, checkpoint }: Broadcast) {
  const fromNumber = checkpoint?.fromNumber ?? 0;
  const [rows, stored] = await Promise.all([
    broadcasts.listWindows(id, { fromNumber }),
    end ? broadcasts.readTimeline(id) : undefined,
  ]);
  const hole = rows.findIndex(({ number }, index) => number !== fromNumber + index);
  const windows = hole < 0 ? rows : rows.slice(0, hole);
  const isEnded = stored?.isEnd === true && fromNumber + windows.length === stored.timeline.windowCount;
  return { windows, isEnded };
}

/** The playlist of a broadcast for its viewers. Throws `not_found` before its first segment and long after its end. */
export async function livePlaylist(deps: PlaylistDeps, streamId: string): Promise<string> {
  const broadcast = requireWatchable(await deps.broadcasts.find(streamId), deps.clock());
  if (broadcast.way === 'direct') return multivariantOf(deps, broadcast);
  const { windows, isEnded } = await windowsOf(deps, broadcast);
  const playlist = playlistOf(windows, {
    kind: 'live',
    targetDurationS: broadcast.targetDurationS,
    startedAtMs: broadcast.startedAtMs,
    folder: `/${broadcastFilesPrefix(broadcast)}`,
    isEnded,
    ...(broadcast.checkpoint && { before: broadcast.checkpoint }),
  });
  if (playlist === undefined) throw notFound('broadcast');
  return playlist;
}

/** The number of segments from which the multivariant playlist describes its variants. */
const LATEST = 10;
/** The maximum rate at which windows are transcoded, with their sound. */
const MADE_OF_CHUNKS = { uri: 'live/main.m3u8', attributes: ['BANDWIDTH=3200000'] };

/** The playlist of a direct broadcast's variants. Throws `not_found` before its first segment. */
async function multivariantOf(deps: PlaylistDeps, broadcast: Broadcast): Promise<string> {
  const { id, wayChange, smallSeq, captionsLanguage } = broadcast;
  const { broadcasts } = deps;
  const latest = await broadcasts.latestSegments(id, LATEST);
  const isSmall = smallSeq === undefined || latest.some(({ small }) => small);
  const earlier = isSmall ? null : await broadcasts.findSegment(id, smallSeq);
  const playlist = directVariants(latest, { earlier, captionsLanguage });
  if (playlist !== undefined) return playlist;
  if (!wayChange) throw notFound('broadcast');
  // No segment was uploaded: the chunks' segments are all there is.
  await renditionPlaylist(deps, id, 'main');
  return multivariantPlaylist([MADE_OF_CHUNKS]);
}

/** The playlist of one rendition. Throws `not_found` like `livePlaylist`, and where the broadcast is not direct. */
export async function renditionPlaylist(
  { broadcasts, clock }: PlaylistDeps,
  streamId: string,
  rendition: Rendition | 'captions',
): Promise<string> {
  const broadcast = requireWatchable(await broadcasts.find(streamId), clock());
  const { segments, isEnded, before } = await playlistEntries({ broadcasts, clock }, broadcast);
  const folder = `/${broadcastFilesPrefix(broadcast)}`;
  const options = { rendition, isEnded, startedAtMs: broadcast.startedAtMs, folder, nowMs: clock() };
  const playlist = directPlaylist(segments, broadcast, before, options);
  if (playlist === undefined) throw notFound('broadcast');
  return playlist;
}

async function playlistEntries(
  { broadcasts, clock }: PlaylistDeps,
  broadcast: Broadcast,
): Promise<PlaylistEntries> {
  const { id, segmentCheckpoint: before, wayChange, storedSegments } = broadcast;
  // The first segment sets all playlists' target duration, so a broadcast read before it lists none.
  const rows = storedSegments
    ? await broadcasts.listSegments(id, {
        fromSeq: before?.fromSeq ?? 0,
        limit: MAX_LISTED_ROWS,
        lastSeq: newestIn(broadcast)?.seq,
      })
    : [];
  const direct = listedSegments(rows, broadcast, clock());
  if (!wayChange) return { ...direct, before };
  // A playlist grows only at its end: segments from chunks are listed when no uploaded segment may follow.
  if (!direct.isEnded) return { ...direct, isEnded: false, before };
  const { windows, isEnded } = await windowsOf({ broadcasts, clock }, broadcast);
  return segmentsAfterChange(direct, windows, broadcast, isEnded);
}
