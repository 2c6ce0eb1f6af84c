import type { IngestState, LiveStream } from './stream.ts';

/** One *IVS Stream State Change*. `atMs` has EventBridge's grain of a second. */
export interface StreamStateChange {
  readonly name: 'Stream Start' | 'Stream End' | 'Stream Failure';
  readonly streamId: string;
  readonly atMs: number;
}

/** What the tick saw: the id of the stream that IVS listed, or none, as of `atMs`. */
export interface Observation {
  readonly streamId: string | undefined;
  readonly atMs: number;
}

/** IVS lists a new stream late, so an absence counts only this long after the last news. */
const LISTING_DELAY_MS = 30_000;

/**
 * The state after a change was reported; `null` when the report changes nothing: it is about an earlier broadcast or
 * an earlier stream, came twice, or came after a later one. Events may come late, doubled and in any order.
 */
export function afterChange(live: LiveStream, change: StreamStateChange): IngestState | null {
  const { streamId, atMs } = change;
  const isOld = atMs < floorToSecond(live.startedAtMs) || atMs < floorToSecond(live.sinceMs);
  if (isOld) return null;
  const isCurrent = live.streamId === streamId;
  if (change.name === 'Stream Start') {
    // A known stream starts once: this is a double, or a start that comes after its own end.
    return isCurrent ? null : { ingest: 'receiving', sinceMs: atMs, streamId };
  }
  // A channel has one stream at a time, so another one's end ends the known one too, if it came after it.
  if (live.streamId !== undefined && !isCurrent && atMs <= live.sinceMs) return null;
  if (isCurrent && live.ingest === 'waiting') return null;
  return { ingest: 'waiting', sinceMs: atMs, streamId };
}

/** The state after the tick looked; `null` when it agrees with what is known. Repairs what lost events left wrong. */
export function afterObservation(live: LiveStream, seen: Observation): IngestState | null {
  if (seen.streamId !== undefined) {
    if (live.ingest === 'receiving' && live.streamId === seen.streamId) return null;
    // A stream that ended is listed for a moment more.
    if (live.streamId === seen.streamId && seen.atMs - live.sinceMs < LISTING_DELAY_MS) return null;
    return { ingest: 'receiving', sinceMs: seen.atMs, streamId: seen.streamId };
  }
  if (live.ingest === 'waiting' || seen.atMs - live.sinceMs < LISTING_DELAY_MS) return null;
  return { ingest: 'waiting', sinceMs: seen.atMs, streamId: live.streamId };
}

const floorToSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;
