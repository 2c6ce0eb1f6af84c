/** How hls.js plays here. Pure, so that the numbers can be tested against each other. */
import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';
import type { LiveSegments } from '../playback.ts';

/** Seconds behind the newest segment. Two segments of 1 s and a slow fetch fit in; the encoder adds about one more. */
const SHORT_SEGMENTS_DELAY_S = 3;
/** With longer segments one has to be in the buffer whole while the next is still being made. */
const DELAY_IN_SEGMENTS = 1.5;

/** From a camera a longer segment is made by a job of its own, and comes half a second early or late. */
const CAMERA_JITTER_S = 1.5;
/** What the camera's own device made is there as soon as it is sent: one segment plays while the next is on its way. */
const DEVICE_DELAY_IN_SEGMENTS = 2;
/** Jobs make none that are so short, and devices none that are longer. */
const LONGEST_OF_DEVICES_S = 1.5;

/** How far behind the newest segment to play at first, in seconds. From a camera `hls-pace.ts` sees to the rest. */
export function liveDelayS(segments: LiveSegments): number {
  const { segmentS, isCamera = false } = segments;
  if (isOfDevice(segments)) return DEVICE_DELAY_IN_SEGMENTS * segmentS;
  return isCamera
    ? DELAY_IN_SEGMENTS * segmentS + CAMERA_JITTER_S
    : Math.max(SHORT_SEGMENTS_DELAY_S, DELAY_IN_SEGMENTS * segmentS);
}

/** Whether the camera's own device made such segments, so that none had to wait for a job. */
export const isOfDevice = ({ segmentS, isCamera = false }: LiveSegments): boolean =>
  isCamera && segmentS <= LONGEST_OF_DEVICES_S;

const FAR_BEHIND_S = 9;

/**
 * Further behind the newest segment than this (a laptop that slept), playback jumps; below it, it catches up unnoticed.
 * hls.js does that up to a segment beyond twice the delay, which is soon where both are short.
 */
export const farBehindS = (delayS: number, segments: LiveSegments): number =>
  delayS + (isOfDevice(segments) ? Math.min(FAR_BEHIND_S, delayS + segments.segmentS) : FAR_BEHIND_S);

interface RetryOptions {
  readonly retries: number;
  /** A file that is not there is asked for again. @default false */
  readonly waitsForFiles?: boolean;
}

/** Retries what a network does (no answer, 429, 5xx); a plain "no" (404, 403) is a fact, and is reported at once. */
function retryConfig({ retries, waitsForFiles = false }: RetryOptions): RetryConfig {
  return {
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
}

function loadPolicy(firstByteMs: number, wholeMs: number, patience: RetryOptions): LoadPolicy {
  const retry = retryConfig(patience);
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: wholeMs,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  };
}

/** A broadcast from a camera goes on under its address, so that a site that starts anew is waited for: 40 s. */
const CAMERA_RETRIES = 22;
const RETRIES = 6;

/** The first guess decides the first rendition: of a video it is 720p where there is a choice… */
const VIDEO_BITS_PER_SECOND = 3_000_000;
/** … and of a live stream the best, unless the page itself came slowly: the lesser ones are for connections in need. */
const LIVE_BITS_PER_SECOND = 5_000_000;

/** Seconds of loading after which half of the estimate is new: of short segments each takes a moment. */
const QUICK_TO_LEARN: Partial<HlsConfig> = { abrEwmaFastLive: 0.5, abrEwmaSlowLive: 1.5 };

/** The settings for a live stream; `bitsPerSecond` is what the connection has carried so far, where that is known. */
export function liveHlsConfig(segments: LiveSegments, bitsPerSecond = Infinity): Partial<HlsConfig> {
  const { isCamera = false } = segments;
  const delayS = liveDelayS(segments);
  const retries = isCamera ? CAMERA_RETRIES : RETRIES;
  return {
    // In seconds, not in segments: a playlist's target duration is rounded up, and often twice the truth.
    liveSyncDuration: delayS,
    liveMaxLatencyDuration: farBehindS(delayS, segments),
    // 10 % faster regains a second in ten; pitch is kept, and hardly anybody hears it.
    maxLiveSyncPlaybackRate: 1.1,
    // After a stall the delay grows by half a second, so that the same hiccup does not stall twice.
    liveSyncOnStallIncrease: 0.5,
    // A live playlist has only seconds ahead; half a minute behind keeps a long evening from filling the memory.
    maxBufferLength: 20,
    backBufferLength: 30,
    abrEwmaDefaultEstimate: Math.min(LIVE_BITS_PER_SECOND, bitsPerSecond),
    // hls.js would load a segment of the least rendition first, to time it, and throw it away.
    testBandwidth: false,
    ...(isOfDevice(segments) && QUICK_TO_LEARN),
    // Playlists are small and the next is due in a second: give up on a silent request early, ask again soon.
    manifestLoadPolicy: loadPolicy(4000, 8000, { retries: 3 }),
    playlistLoadPolicy: loadPolicy(4000, 8000, { retries }),
    fragLoadPolicy: loadPolicy(6000, 20_000, { retries, waitsForFiles: isCamera }),
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
  manifestLoadPolicy: loadPolicy(8000, 20_000, { retries: 3 }),
  playlistLoadPolicy: loadPolicy(8000, 20_000, { retries: 3 }),
  fragLoadPolicy: loadPolicy(10_000, 60_000, { retries: RETRIES }),
  abrEwmaDefaultEstimate: VIDEO_BITS_PER_SECOND,
  ...COMMON,
});

const COMMON: Partial<HlsConfig> = {
  // The module build carries no worker; saying so keeps hls.js from looking for one.
  enableWorker: false,
};
