/** How hls.js plays here. Pure, so that the numbers can be tested against each other. */
import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';

/** Seconds behind the newest segment. Two segments of 1 s and a slow fetch fit in; the encoder adds about one more. */
const SHORT_SEGMENTS_DELAY_S = 3;
/** With longer segments one has to be in the buffer whole while the next is still being made. */
const DELAY_IN_SEGMENTS = 1.5;

/** How far behind the newest segment to play, in seconds, for segments of up to `segmentS` seconds. */
export const liveDelayS = (segmentS: number): number =>
  Math.max(SHORT_SEGMENTS_DELAY_S, DELAY_IN_SEGMENTS * segmentS);

/** Retries what a network does (no answer, 429, 5xx); a plain "no" (404, 403) is a fact, and is reported at once. */
function patientRetry(maxNumRetry: number): RetryConfig {
  return {
    maxNumRetry,
    retryDelayMs: 250,
    maxRetryDelayMs: 2000,
    backoff: 'exponential',
    shouldRetry: (config, count, isTimeout, response) => {
      const status = response?.code ?? 0;
      const isRefusal = status >= 400 && status < 500 && status !== 429;
      return count < (config?.maxNumRetry ?? 0) && (isTimeout || !isRefusal);
    },
  };
}

function loadPolicy(firstByteMs: number, wholeMs: number, retries: number): LoadPolicy {
  const retry = patientRetry(retries);
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: wholeMs,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  };
}

/** The settings for a live stream with segments of up to `segmentS` seconds. */
export function liveHlsConfig(segmentS: number): Partial<HlsConfig> {
  const delayS = liveDelayS(segmentS);
  return {
    // In seconds, not in segments: a playlist's target duration is rounded up, and often twice the truth.
    liveSyncDuration: delayS,
    // Further behind than this (a laptop that slept), playback jumps; below it, it catches up unnoticed.
    liveMaxLatencyDuration: delayS + 9,
    // 10 % faster regains a second in ten; pitch is kept, and hardly anybody hears it.
    maxLiveSyncPlaybackRate: 1.1,
    // After a stall the delay grows by half a second, so that the same hiccup does not stall twice.
    liveSyncOnStallIncrease: 0.5,
    // A live playlist has only seconds ahead; half a minute behind keeps a long evening from filling the memory.
    maxBufferLength: 20,
    backBufferLength: 30,
    // Playlists are small and the next is due in a second: give up on a silent request early, ask again soon.
    manifestLoadPolicy: loadPolicy(4000, 8000, 3),
    playlistLoadPolicy: loadPolicy(4000, 8000, 6),
    fragLoadPolicy: loadPolicy(6000, 20_000, 6),
    ...COMMON,
  };
}

/** The settings for a video, which begins at `startS` seconds. */
export const videoHlsConfig = (startS: number): Partial<HlsConfig> => ({
  startPosition: startS,
  // A small player on a fast line would load what nobody can see.
  capLevelToPlayerSize: true,
  maxBufferLength: 30,
  maxMaxBufferLength: 120,
  backBufferLength: 60,
  manifestLoadPolicy: loadPolicy(8000, 20_000, 3),
  playlistLoadPolicy: loadPolicy(8000, 20_000, 3),
  fragLoadPolicy: loadPolicy(10_000, 60_000, 6),
  ...COMMON,
});

const COMMON: Partial<HlsConfig> = {
  // The first guess decides the first rendition: 3 Mbit/s starts at 720p where there is a choice.
  abrEwmaDefaultEstimate: 3_000_000,
  // The module build carries no worker; saying so keeps hls.js from looking for one.
  enableWorker: false,
};
