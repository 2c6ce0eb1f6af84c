import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { removedWindows, type PlaylistWindow } from '#functions/browser-stream/window-playlist.ts';
import { checkpointOf, listedSegments } from '#functions/browser-stream/direct/segment-list.ts';
import { cueItem } from '#functions/browser-stream/table/live-captions.repository.ts';
import {
  workExpiresAt,
  broadcastPartition,
  newBroadcastItem,
} from '#functions/browser-stream/table/broadcast.item.ts';
import { segmentItem } from '#functions/browser-stream/table/segments.repository.ts';
import { windowItems } from '#functions/browser-stream/table/windows.repository.ts';
import { aBroadcast, jobsOf, segmentOf } from '../broadcast/camera-rows.ts';
import { segmentRows, upTo } from '../broadcast/segment-rows.ts';

/** Playlists leave out what is past once in so many segments, and with each tick. */
const CHECKPOINT_EVERY = 30;
const WINDOW_MS = 2000;
const LONGEST_S = 1800;
const CUE_EVERY_MS = 3000;

/** Of the same number, in `broadcastItems`. */
export const directId = (number = 0): string => `01KB${String(number).padStart(22, '0')}`;
export const compatibleId = (number = 0): string => `01KC${String(number).padStart(22, '0')}`;

/** So many seconds lasts a broadcast, half an hour at most. */
export const lengthFor = (seconds: number): number =>
  Math.min(LONGEST_S, Math.ceil(seconds / CHECKPOINT_EVERY) * CHECKPOINT_EVERY);

/** The items of a broadcast of each way that has lasted so many seconds by now. */
export function* broadcastItems(seconds: number, channelId: string, number = 0): Generator<object> {
  const startedAtMs = Date.now() - seconds * 1000;
  const direct = { id: directId(number), startedAtMs, targetDurationS: 1, way: 'direct' } as const;
  yield* directItems(aBroadcast(channelId, direct), seconds);
  const compatible = { id: compatibleId(number), startedAtMs, targetDurationS: 4 };
  yield* compatibleItems(aBroadcast(channelId, compatible), seconds);
}

function* directItems(broadcast: Broadcast, seconds: number): Generator<object> {
  const rows = segmentRows(...upTo(seconds)).map((row) => ({
    ...row,
    arrivedAtMs: broadcast.startedAtMs + row.endMs,
  }));
  // The newest segment is the one before the next look.
  const seen = rows.slice(0, -CHECKPOINT_EVERY);
  const { segments } = listedSegments(seen, broadcast, Date.now());
  yield {
    ...newBroadcastItem(broadcast),
    segment_count: seconds,
    newest_segment: JSON.stringify({ seq: seconds - 1, endMs: rows.at(-1)?.endMs, count: seconds }),
    segment_target_s: 1,
    captions_language: 'en',
    segment_checkpoint: JSON.stringify(checkpointOf(segments, broadcast)),
  };
  const pk = broadcastPartition(broadcast.id);
  for (let atMs = broadcast.startedAtMs; atMs < Date.now(); atMs += CUE_EVERY_MS)
    yield cueItem(broadcast.id, {
      id: 'A',
      atMs,
      durationMs: 2000,
      arrivedAtMs: atMs,
      text: 'x'.repeat(50),
      authorId: '0'.repeat(36),
    });
  for (const row of rows) yield { pk, ...segmentItem(row), expires_at: workExpiresAt(row.arrivedAtMs) };
}

function* compatibleItems(broadcast: Broadcast, seconds: number): Generator<object> {
  const plans = jobsOf((seconds * 1000) / WINDOW_MS);
  const windows = plans.map(({ window: { number, startMs } }): PlaylistWindow => ({
    startMs,
    state: 'ready',
    segments: [segmentOf(number)],
  }));
  const { startedAtMs, targetDurationS } = broadcast;
  const past = removedWindows(windows, { targetDurationS });
  yield {
    ...newBroadcastItem(broadcast),
    checkpoint: JSON.stringify({ fromNumber: past.windows, ...past.earlier }),
    checkpoint_from: past.windows,
  };
  for (const plan of plans) {
    const { plan: planItem, row } = windowItems(broadcast.id, plan);
    yield planItem;
    const segments = JSON.stringify([segmentOf(plan.window.number)]);
    yield { ...row, state: 'ready', segments, settled_at_ms: startedAtMs + plan.window.startMs };
  }
}
