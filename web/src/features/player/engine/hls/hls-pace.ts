/** Keeps hls.js as far behind a broadcast as its segments require. Loaded with hls.js. */
import { Events, type Hls, type LevelDetails } from 'hls.js/light';
import { farBehindS, liveDelayS } from '../hls-config.ts';
import { type Arrival, delayFor, withArrival } from '../live-pace.ts';
import { usualLengthS } from '../playlist.ts';
import type { LiveSegments } from '../playback.types.ts';

/** After such a gap between two requests it is unknown when the segments arrived. */
const UNWATCHED_MS = 5000;

export function keepPace(hls: Hls, video: HTMLVideoElement): void {
  let arrivals: readonly Arrival[] = [];
  let known = { sn: Number.POSITIVE_INFINITY, atMs: Number.NEGATIVE_INFINITY };
  hls.on(Events.LEVEL_UPDATED, (_event, { details }) => {
    // Uses the publication time if the playlist has it, because a late request does not mean a late segment.
    const atMs = performance.now() - details.age * 1000;
    const isWatched = atMs - known.atMs < UNWATCHED_MS;
    const arrival = isWatched ? arrivalAfter(known.sn, details, atMs) : null;
    known = { sn: details.endSN, atMs };
    if (arrival) {
      arrivals = withArrival(arrivals, arrival);
      const segmentS = usualLengthS(details.fragments.map(({ duration }) => duration));
      const segments = { segmentS, isCamera: true };
      setDelay(hls, delayFor(arrivals, liveDelayS(segments)), segments);
    }
    // Resets the speed, because hls.js no longer adapts it after the end and would hurry through the rest.
    if (!details.live) video.playbackRate = 1;
  });
}

function arrivalAfter(sn: number, details: LevelDetails, atMs: number): Arrival | null {
  const first = details.fragments.find((fragment) => fragment.sn > sn);
  const last = details.fragments.at(-1);
  if (!first || !last) return null;
  // Gaps shift the dates, while the playlist's own time skips them.
  const startMs = ({ programDateTime, start }: typeof first): number => programDateTime ?? start * 1000;
  return { atMs, fromMs: startMs(first), toMs: startMs(last) + last.duration * 1000 };
}

function setDelay({ config }: Hls, delayS: number, segments: LiveSegments): void {
  config.liveSyncDuration = delayS;
  // Infinite while the viewer chooses to be behind.
  if (Number.isFinite(config.liveMaxLatencyDuration))
    config.liveMaxLatencyDuration = farBehindS(delayS, segments);
}
