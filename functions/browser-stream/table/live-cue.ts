/** A caption of a live broadcast, and its forms for players. Pure. */
import type { LiveCue } from '#shared/live/live-captions.ts';
import { escapeCueText } from '#shared/plain/captions/live-captions.ts';
import { withTimestampMap } from '#functions/base/text/web-vtt.ts';
import { writeCaptions } from '#shared/plain/captions/write-captions.ts';

/** Times are in ms since 1970. */
export interface StoredCue {
  readonly id: string;
  /** When the picture was recorded to which it belongs. */
  readonly atMs: number;
  readonly durationMs: number;
  readonly arrivedAtMs: number;
  readonly text: string;
}

export const toWireCue = ({ id, atMs, durationMs, text }: StoredCue): LiveCue => ({
  id,
  at: new Date(atMs).toISOString(),
  duration_s: durationMs / 1000,
  text,
});

/**
 * A segment of the WebVTT rendition (RFC 8216 §3.5), in ms on the broadcast's clock, as the segments' own times are.
 * Players fetch it as soon as its segment is listed, so it contains what arrived by then: cues are dated by their arrival.
 */
export function subtitleSegment(
  cues: readonly StoredCue[],
  {
    fromMs,
    untilMs,
    startedAtMs,
  }: { readonly fromMs: number; readonly untilMs: number; readonly startedAtMs: number },
): string {
  const dated = cues.map(({ atMs, arrivedAtMs, durationMs, text }) => {
    const startMs = Math.max(0, atMs, arrivedAtMs) - startedAtMs;
    return { startMs, endMs: startMs + durationMs, text: escapeCueText(text), settings: '' };
  });
  const inside = dated
    .filter(({ startMs, endMs }) => startMs < untilMs && endMs > fromMs)
    .toSorted((a, b) => a.startMs - b.startMs);
  return withTimestampMap(writeCaptions(inside), 0);
}
