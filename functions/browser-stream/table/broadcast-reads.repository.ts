import { getItem } from '#functions/aws/table/get-item.ts';
import { broadcastKey, timelineKey, toBroadcast, type BroadcastItem } from './broadcast.item.ts';
import {
  liveWindowId,
  repairWindowId,
  type Broadcast,
  type StoredTimeline,
  type WindowId,
  type WindowRow,
} from '../broadcast.ts';
import type { PlaylistSegment } from '../window-playlist.ts';
import { endOfPrefix, listRows, numberedRows, type BroadcastsTable } from './rows.repository.ts';
import type { Timeline } from '../media/compatible/timeline.ts';

export interface TimelineItem {
  /** As JSON. */
  readonly timeline: string;
  readonly version: number;
  readonly is_end: boolean;
}

export interface WindowItem {
  readonly window_id: WindowId;
  readonly number: number;
  readonly start_ms: number;
  readonly state: Exclude<WindowRow['state'], 'late'>;
  /** When it became ready, or failed. */
  readonly settled_at_ms?: number;
  /** True if live viewers skipped it before it was ready. */
  readonly is_late?: boolean;
  /** As JSON; missing if there are none. */
  readonly segments?: string;
}

export const windowSortKey = (windowId: WindowId): string => `WINDOW#${windowId}`;

const prefixOf = (windowId: WindowId): string => windowId.replace(/\d+$/, '');

/** Loaded lazily: callers that read timelines load the media code anyway, and others do not need it. */
const emptyTimeline = async (): Promise<Timeline> =>
  (await import('../media/compatible/timeline.ts')).EMPTY_TIMELINE;

/** Playlists use a table with eventually consistent reads, at half the price. Keys: `broadcast.item.ts`. */
export const broadcastReads = (table: BroadcastsTable) => ({
  find: async (id: string): Promise<Broadcast | null> => {
    const item = await getItem<BroadcastItem>(table, broadcastKey(id), table);
    return item ? toBroadcast(item) : null;
  },
  readTimeline: async (id: string): Promise<StoredTimeline> => {
    const item = await getItem<TimelineItem>(table, timelineKey(id), table);
    if (!item) return { timeline: await emptyTimeline(), version: 0, isEnd: false };
    return {
      timeline: JSON.parse(item.timeline) as Timeline,
      version: item.version,
      isEnd: item.is_end,
    };
  },
  /** In order: the windows of the live broadcast from `fromNumber` on, or those of a repair. */
  listWindows: async (
    id: string,
    which: { readonly fromNumber: number } | { readonly generation: number },
  ): Promise<WindowRow[]> => {
    const isLive = 'fromNumber' in which;
    const from = isLive ? liveWindowId(which.fromNumber) : prefixOf(repairWindowId(which.generation, 0));
    const to = endOfPrefix(prefixOf(isLive ? liveWindowId(0) : repairWindowId(which.generation, 0)));
    const items = await listRows<WindowItem>(table, id, windowSortKey(from), windowSortKey(to));
    return items.map(toWindowRow);
  },
});

export type BroadcastReads = ReturnType<typeof broadcastReads>;

/** Reads windows of the live broadcast by their numbers. */
export const liveWindowRows = (table: BroadcastsTable, id: string) =>
  numberedRows<WindowItem>(table, id, (number) => windowSortKey(liveWindowId(number)));

export const toWindowRow = ({ segments, ...item }: WindowItem): WindowRow => ({
  id: item.window_id,
  number: item.number,
  startMs: item.start_ms,
  state: item.is_late && item.state !== 'failed' ? 'late' : item.state,
  ...(item.state === 'ready' && item.settled_at_ms && { readyAtMs: item.settled_at_ms }),
  segments: segments ? (JSON.parse(segments) as PlaylistSegment[]) : [],
});
