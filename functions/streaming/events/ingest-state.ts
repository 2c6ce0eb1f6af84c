import type { IngestState } from '../stream.ts';

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
export function afterChange(known: IngestState, change: StreamStateChange): IngestState | null {
  const { streamId, atMs } = change;
  if (atMs < floorToSecond(known.sinceMs)) return null;
  const isCurrent = known.streamId === streamId;
  if (change.name === 'Stream Start') {
    // A known stream starts once: this is a duplicate, or arrives after its own end.
    return isCurrent ? null : { ingest: 'receiving', sinceMs: atMs, streamId };
  }
  // A channel has one stream at a time, so the later end of another stream ends the known one too.
  if (known.streamId !== undefined && !isCurrent && atMs <= known.sinceMs) return null;
  if (isCurrent && known.ingest === 'waiting') return null;
  return { ingest: 'waiting', sinceMs: atMs, streamId };
}

/** The state after the tick's observation; `null` when nothing changes. Corrects what lost events left wrong. */
export function afterObservation(known: IngestState, seen: Observation): IngestState | null {
  if (seen.streamId !== undefined) {
    if (known.ingest === 'receiving' && known.streamId === seen.streamId) return null;
    // IVS lists an ended stream for a moment longer.
    if (known.streamId === seen.streamId && seen.atMs - known.sinceMs < LISTING_DELAY_MS) return null;
    return { ingest: 'receiving', sinceMs: seen.atMs, streamId: seen.streamId };
  }
  if (known.ingest === 'waiting' || seen.atMs - known.sinceMs < LISTING_DELAY_MS) return null;
  return { ingest: 'waiting', sinceMs: seen.atMs, streamId: known.streamId };
}

const floorToSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;
