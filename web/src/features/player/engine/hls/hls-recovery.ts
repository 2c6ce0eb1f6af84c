/** Recovers from media that the browser cannot decode. */
import { Events, type Hls } from 'hls.js/light';
import { isBroken } from '../video-watch.ts';

/** More failures than this within `COUNTED_MS` mean more than a broken segment. */
const MAX_RECOVERIES = 5;
const COUNTED_MS = 30_000;
/** Decoders work about this far ahead of the displayed frame. */
const DECODED_AHEAD_S = 0.5;
/** Seconds into the segment after the broken one, because a browser may round its start down. */
const BEHIND_START_S = 0.05;

/**
 * Returns the handler of media errors. It attaches the media again after the broken segment (live: at the live
 * position) and resumes playback. Calls `onLost` instead if that keeps failing.
 *
 * hls.js reports no fatal error when a decoder fails: the element has an `error` then, and pauses in Chromium.
 */
export function mediaRecovery(hls: Hls, onLost: () => void): () => void {
  let failuresMs: number[] = [];
  let triedS = 0;
  let isPlaying = true;
  // The element outlives this playback.
  const off = new AbortController();
  hls.once(Events.DESTROYING, () => off.abort());
  const recover = () => {
    const nowMs = performance.now();
    failuresMs = [...failuresMs.filter((atMs) => nowMs - atMs < COUNTED_MS), nowMs];
    if (failuresMs.length > MAX_RECOVERIES) return onLost();
    const { media } = hls;
    triedS = nextPositionS(hls, triedS);
    hls.recoverMediaError();
    hls.startLoad(triedS);
    if (media && isPlaying)
      media.addEventListener('loadedmetadata', () => void (isPlaying && resume(media)), {
        once: true,
        signal: off.signal,
      });
  };
  hls.once(Events.MEDIA_ATTACHED, (_event, { media }) => {
    const on = (event: string, act: () => void) => media.addEventListener(event, act, { signal: off.signal });
    on('play', () => (isPlaying = true));
    on('pause', () => (isPlaying &&= isBroken(media)));
    on('error', () => media.error?.code === MediaError.MEDIA_ERR_DECODE && recover());
  });
  return recover;
}

const resume = (media: HTMLMediaElement): Promise<void> => media.play().catch(() => undefined);

function nextPositionS(hls: Hls, triedS: number): number {
  const { media, latestLevelDetails: details, liveSyncPosition } = hls;
  const decodedS = Math.max((media?.currentTime ?? 0) + DECODED_AHEAD_S, triedS);
  // Infinite while the viewer is behind.
  if (details?.live && Number.isFinite(hls.config.liveMaxLatencyDuration)) return liveSyncPosition ?? -1;
  const next = details?.fragments.find(({ start }) => start > decodedS);
  return next ? next.start + BEHIND_START_S : decodedS;
}
