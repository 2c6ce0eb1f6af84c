/** The configuration of hls.js. Pure, so that tests can compare the numbers. */
import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';
import type { LiveSegments } from './playback.types.ts';

/** Seconds behind the newest segment: room for two segments of 1 s and a slow request. The encoder adds about one more. */
const SHORT_SEGMENTS_DELAY_S = 3;
/** With longer segments one must be completely in the buffer while the next is still produced. */
const DELAY_IN_SEGMENTS = 1.5;

/** Jobs make the longer segments of a camera, which arrive half a second early or late. */
const CAMERA_JITTER_S = 1.5;
/** A segment that the camera's device made is available as soon as it is sent: one plays while the next is loaded. */
const DEVICE_DELAY_IN_SEGMENTS = 2;
/** Jobs make longer segments, and devices make shorter ones. */
const LONGEST_OF_DEVICES_S = 1.5;

/** How far behind the newest segment to play at first, in seconds. For a camera `hls-pace.ts` adapts it. */
export function liveDelayS(segments: LiveSegments): number {
  const { segmentS, isCamera = false } = segments;
  if (isOfDevice(segments)) return DEVICE_DELAY_IN_SEGMENTS * segmentS;
  return isCamera
    ? DELAY_IN_SEGMENTS * segmentS + CAMERA_JITTER_S
    : Math.max(SHORT_SEGMENTS_DELAY_S, DELAY_IN_SEGMENTS * segmentS);
}

/** Whether the camera's own device made the segments, so that none waits for a job. */
const isOfDevice = ({ segmentS, isCamera = false }: LiveSegments): boolean =>
  isCamera && segmentS <= LONGEST_OF_DEVICES_S;

const FAR_BEHIND_S = 9;

/**
 * Seconds behind the newest segment beyond which playback jumps (after a laptop slept); below, it catches up unnoticed.
 * By default hls.js jumps one segment beyond twice the delay, which is too soon where both are short.
 */
export const farBehindS = (delayS: number, segments: LiveSegments): number =>
  delayS + (isOfDevice(segments) ? Math.min(FAR_BEHIND_S, delayS + segments.segmentS) : FAR_BEHIND_S);

interface LoadLimits {
  readonly firstByteMs: number;
  readonly wholeMs: number;
  readonly retries: number;
  /** Requests a missing file again. @default false */
  readonly waitsForFiles?: boolean;
}

/** Retries network failures (no answer, 429, 5xx); a refusal (404, 403) is final and is reported at once. */
function loadPolicy({ firstByteMs, wholeMs, retries, waitsForFiles = false }: LoadLimits): LoadPolicy {
  const retry: RetryConfig = {
    maxNumRetry: retries,
    retryDelayMs: 250,
    maxRetryDelayMs: 2000,
    backoff: 'exponential',
    shouldRetry: (config, count, isTimeout, response) => {
      const status = response?.code ?? 0;
      const isRefusal = status >= 400 && status < 500 && status !== 429 && !(waitsForFiles && status === 404);
      return count < (config?.maxNumRetry ?? 0) && (isTimeout || !isRefusal);
    },
  };
  const times = { maxTimeToFirstByteMs: firstByteMs, maxLoadTimeMs: wholeMs };
  return { default: { ...times, timeoutRetry: retry, errorRetry: retry } };
}

/** Retries for 40 s, because a camera's broadcast continues at the same URL after the site restarts. */
const CAMERA_RETRIES = 22;
const RETRIES = 6;

/** The initial estimate decides the first rendition: for a video, 720p where there is a choice… */
const VIDEO_BITS_PER_SECOND = 3_000_000;
/** … and for a live stream the best one, unless the page itself loaded slowly. */
export const LIVE_BITS_PER_SECOND = 5_000_000;

/** Half-life of the bandwidth estimate in seconds of loading; short, because short segments load quickly. */
const QUICK_TO_LEARN: Partial<HlsConfig> = { abrEwmaFastLive: 0.5, abrEwmaSlowLive: 1.5 };

/** The settings for a live stream; `bitsPerSecond` is the connection's rate so far, if known. */
export function liveHlsConfig(segments: LiveSegments, bitsPerSecond = Infinity): Partial<HlsConfig> {
  const { isCamera = false } = segments;
  const delayS = liveDelayS(segments);
  const retries = isCamera ? CAMERA_RETRIES : RETRIES;
  return {
    // In seconds, not in segments, because a playlist's target duration is rounded up, often to twice the real length.
    liveSyncDuration: delayS,
    liveMaxLatencyDuration: farBehindS(delayS, segments),
    // 10 % faster regains a second in ten; the pitch is kept, so it is hardly audible.
    maxLiveSyncPlaybackRate: 1.1,
    // After a stall the delay grows by half a second, so that the same hiccup does not stall twice.
    liveSyncOnStallIncrease: 0.5,
    // A live playlist has only seconds ahead; a back buffer of half a minute limits the memory of long sessions.
    maxBufferLength: 20,
    backBufferLength: 30,
    abrEwmaDefaultEstimate: Math.min(LIVE_BITS_PER_SECOND, bitsPerSecond),
    // Otherwise hls.js first loads a segment of the lowest rendition to measure the rate, and discards it.
    testBandwidth: false,
    ...(isOfDevice(segments) && QUICK_TO_LEARN),
    // Playlists are small and the next is due in a second: give up on a request early and retry soon.
    manifestLoadPolicy: loadPolicy({ firstByteMs: 4000, wholeMs: 8000, retries: 3 }),
    playlistLoadPolicy: loadPolicy({ firstByteMs: 4000, wholeMs: 8000, retries }),
    fragLoadPolicy: loadPolicy({ firstByteMs: 6000, wholeMs: 20_000, retries, waitsForFiles: isCamera }),
    ...COMMON,
  };
}

/** The settings for a video that starts at `startS` seconds. */
export const videoHlsConfig = (startS: number): Partial<HlsConfig> => ({
  startPosition: startS,
  // Otherwise a small player on a fast connection would load more pixels than it can show.
  capLevelToPlayerSize: true,
  maxBufferLength: 30,
  maxMaxBufferLength: 120,
  backBufferLength: 60,
  manifestLoadPolicy: loadPolicy({ firstByteMs: 8000, wholeMs: 20_000, retries: 3 }),
  playlistLoadPolicy: loadPolicy({ firstByteMs: 8000, wholeMs: 20_000, retries: 3 }),
  fragLoadPolicy: loadPolicy({ firstByteMs: 10_000, wholeMs: 60_000, retries: RETRIES }),
  abrEwmaDefaultEstimate: VIDEO_BITS_PER_SECOND,
  ...COMMON,
});

const COMMON: Partial<HlsConfig> = {
  // The module build contains no worker; without this hls.js would try to load one.
  enableWorker: false,
  // Otherwise a playlist that comes before the media source has opened waits for the next tick of hls.js, up to 100 ms later.
  startFragPrefetch: true,
};
