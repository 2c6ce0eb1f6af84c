import { FIRST_COMPATIBLE_PAGE, type Rewind, type RewindPart } from '#shared/live/browser-stream.ts';
import { notFound } from '#functions/base/errors.ts';
import { type Broadcast, broadcastFilesPrefix } from '../broadcast.ts';
import { newestIn } from '../direct/segment-order.ts';
import type { Rendition } from '../direct/direct-playlist.ts';
import { requireWatchable, type PlaylistDeps } from '../playlist/live-playlist.service.ts';
import type { BroadcastReads } from '../table/broadcast-reads.repository.ts';
import type { SegmentReads } from '../table/segments.repository.ts';
import {
  PAGE_SEGMENTS,
  PAGE_WINDOWS,
  pagePlaylist,
  type RewindPage,
  segmentsPage,
  segmentsToRead,
  windowsPage,
  windowsToRead,
} from './rewind-page.ts';
import type { WindowReads } from './window-reads.repository.ts';

export interface RewindDeps extends Pick<PlaylistDeps, 'clock'> {
  readonly broadcasts: BroadcastReads & SegmentReads & WindowReads;
}

interface PageRequest {
  readonly streamId: string;
  readonly page: number;
  readonly rendition: Rendition;
}

/** Throws `not_found` like the live playlist, and for a page that has not begun. `isWhole`: it will not change. */
export async function rewindPage(
  { broadcasts, clock }: RewindDeps,
  { streamId, page, rendition }: PageRequest,
): Promise<{ readonly playlist: string; readonly isWhole: boolean }> {
  const broadcast = requireRewindable(await broadcasts.find(streamId), clock());
  const found =
    page < FIRST_COMPATIBLE_PAGE
      ? await pageOfSegments({ broadcasts, clock }, broadcast, page)
      : await pageOfWindows({ broadcasts, clock }, broadcast, page - FIRST_COMPATIBLE_PAGE);
  const options = { rendition, folder: `/${broadcastFilesPrefix(broadcast)}` };
  return { playlist: pagePlaylist(found, broadcast, options), isWhole: found.isWhole };
}

/** Throws `not_found` also for a broadcast that becomes no replay. */
function requireRewindable(broadcast: Broadcast | null, nowMs: number): Broadcast {
  const watchable = requireWatchable(broadcast, nowMs);
  if (!watchable.keepsReplay) throw notFound('broadcast');
  return watchable;
}

async function pageOfSegments(
  { broadcasts, clock }: RewindDeps,
  broadcast: Broadcast,
  page: number,
): Promise<RewindPage> {
  // The first segment sets the target duration.
  if (!broadcast.storedSegments) throw notFound('broadcast');
  const { fromSeq, limit } = segmentsToRead(page);
  const rows = await broadcasts.listSegments(broadcast.id, { fromSeq, limit });
  if (!rows.some(({ seq }) => seq >= page * PAGE_SEGMENTS)) throw notFound('broadcast');
  return segmentsPage(rows, broadcast, page, clock());
}

async function pageOfWindows(
  { broadcasts }: RewindDeps,
  { id, end, way, wayChange }: Broadcast,
  page: number,
): Promise<RewindPage> {
  const { fromNumber, limit } = windowsToRead(page);
  const [rows, stored] = await Promise.all([
    broadcasts.windowsFrom(id, fromNumber, limit),
    end ? broadcasts.readTimeline(id) : undefined,
  ]);
  if (!rows.some(({ number }) => number >= page * PAGE_WINDOWS)) throw notFound('broadcast');
  return windowsPage(rows, {
    page,
    shiftMs: wayChange?.fromMs ?? 0,
    isAfterSegments: way === 'direct',
    windowCount: stored?.isEnd ? stored.timeline.windowCount : undefined,
  });
}

/** How far a broadcast can be rewound. Throws `not_found` like the live playlist. */
export async function findRewind({ broadcasts, clock }: RewindDeps, streamId: string): Promise<Rewind> {
  const broadcast = requireRewindable(await broadcasts.find(streamId), clock());
  const { startedAtMs, way, wayChange } = broadcast;
  const hasWindows = way !== 'direct' || wayChange !== undefined;
  const parts = await Promise.all([
    way === 'direct' && broadcast.storedSegments ? partOfSegments(broadcasts, broadcast) : null,
    hasWindows ? partOfWindows(broadcasts, broadcast) : null,
  ]);
  if (parts.every((part) => part === null)) throw notFound('broadcast');
  return {
    started_at: timestamp(startedAtMs),
    parts: parts.filter((part) => part !== null),
    picture_url: way === 'direct' ? `/${broadcastFilesPrefix(broadcast)}picture-{second}.jpg` : null,
  };
}

async function partOfSegments(
  broadcasts: RewindDeps['broadcasts'],
  broadcast: Broadcast,
): Promise<RewindPart | null> {
  const { id, startedAtMs, wayChange } = broadcast;
  const newest = newestIn(broadcast) ?? (await broadcasts.latestSegments(id, 1))[0];
  if (!newest) return null;
  return {
    first_page: 0,
    last_page: Math.floor(newest.seq / PAGE_SEGMENTS),
    from: timestamp(startedAtMs),
    to: timestamp(startedAtMs + Math.min(newest.endMs, wayChange?.fromMs ?? Infinity)),
  };
}

async function partOfWindows(
  broadcasts: RewindDeps['broadcasts'],
  { id, startedAtMs, wayChange }: Broadcast,
): Promise<RewindPart | null> {
  const newest = await broadcasts.latestWindow(id);
  if (!newest) return null;
  const zeroMs = startedAtMs + (wayChange?.fromMs ?? 0);
  return {
    first_page: FIRST_COMPATIBLE_PAGE,
    last_page: FIRST_COMPATIBLE_PAGE + Math.floor(newest.number / PAGE_WINDOWS),
    from: timestamp(zeroMs),
    to: timestamp(zeroMs + (newest.segments.at(-1)?.endMs ?? newest.startMs)),
  };
}

const timestamp = (ms: number): string => new Date(ms).toISOString();
