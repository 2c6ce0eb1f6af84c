import type { IngestState, LiveStream } from './stream.ts';

/** An *IVS Stream State Change*. `atMs` has EventBridge's precision of a second. */
export interface StreamStateChange {
  readonly name: 'Stream Start' | 'Stream End' | 'Stream Failure';
  readonly streamId: string;
  readonly atMs: number;
}

/** The id of the stream that IVS listed for the tick, if any. */
export interface Observation {
  readonly streamId: string | undefined;
  readonly atMs: number;
}

/** IVS lists a new stream late, so its absence counts only this long after the last news. */
const LISTING_DELAY_MS = 30_000;

/**
 * The state after a reported change. `null` when the report is a duplicate, or about an earlier state or stream: events
 * may be late, duplicated and in any order.
 */
export function afterChange(live: LiveStream, change: StreamStateChange): IngestState | null {
  const { streamId, atMs } = change;
  const isOld = atMs < floorToSecond(live.startedAtMs) || atMs < floorToSecond(live.sinceMs);
  if (isOld) return null;
  const isCurrent = live.streamId === streamId;
  if (change.name === 'Stream Start') {
    // A known stream starts once: this is a duplicate, or arrives after its own end.
    return isCurrent ? null : { ingest: 'receiving', sinceMs: atMs, streamId };
  }
  // A channel has one stream at a time, so the later end of another stream ends the known one too.
  if (live.streamId !== undefined && !isCurrent && atMs <= live.sinceMs) return null;
  if (isCurrent && live.ingest === 'waiting') return null;
  return { ingest: 'waiting', sinceMs: atMs, streamId };
}

/** The state after the tick's observation; `null` when nothing changes. Corrects what lost events left wrong. */
export function afterObservation(live: LiveStream, seen: Observation): IngestState | null {
  if (seen.streamId !== undefined) {
    if (live.ingest === 'receiving' && live.streamId === seen.streamId) return null;
    // IVS lists an ended stream for a moment longer.
    if (live.streamId === seen.streamId && seen.atMs - live.sinceMs < LISTING_DELAY_MS) return null;
    return { ingest: 'receiving', sinceMs: seen.atMs, streamId: seen.streamId };
  }
  if (live.ingest === 'waiting' || seen.atMs - live.sinceMs < LISTING_DELAY_MS) return null;
  return { ingest: 'waiting', sinceMs: seen.atMs, streamId: live.streamId };
}

const floorToSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;
