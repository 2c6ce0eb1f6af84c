/** Plays through hls.js. Loaded on demand, as the only module that imports the library. */
import { type ErrorData, ErrorTypes, Events, Hls, type HlsConfig } from 'hls.js/light';
import type { FailureKind } from '#shared/plain/playback-failures.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { carriedBitsPerSecond } from '../connection.ts';
import type { LivePlayback, Reports, VideoPlayback } from '../playback.types.ts';
import { failureOf, isBroken } from '../video-watch.ts';
import { liveHlsConfig, videoHlsConfig } from '../hls-config.ts';
import { abandonSlowSegments, watchConnection } from './hls-connection.ts';
import { keepPace } from './hls-pace.ts';
import { playlistLoader, requestInSlot } from './hls-playlist-loader.ts';
import { mediaRecovery } from './hls-recovery.ts';
import { steerLive, steerVideo } from './hls-steering.ts';

/** Two caches of a CDN may differ by this many segments without a restart of the stream. */
const STALE_SEGMENTS = 2;

/**
 * Attaches a live playlist to the video and reports what hls.js cannot recover from. `prepare` gets hls.js before it loads
 * anything, and returns a function that ends what it has begun. Returns a function that detaches.
 */
export function attachLive(
  { video, url, ...segments }: LivePlayback,
  reports: Reports,
  prepare?: (hls: Hls) => () => void,
): () => void {
  const { isCamera = false } = segments;
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const config = liveHlsConfig(segments, carriedBitsPerSecond(files));
  const loading = { pLoader: playlistLoader(isCamera), ...(isCamera && { xhrSetup: requestInSlot }) };
  return attach({ ...config, ...loading }, { video, url }, reports, (hls) => {
    if (isCamera) keepPace(hls, video);
    reportRestart(hls, reports);
    reportSound(hls, reports);
    const steering = steerLive(hls, video, isCamera);
    reports.onSteering(steering);
    const goOn = (dateMs: number) => steering.live?.seekTo(dateMs) || reports.onResumed?.(dateMs);
    return [
      stopLoadingWhilePaused(hls, video, (dateMs) => isCamera && goOn(dateMs) === true),
      ...(prepare ? [prepare(hls)] : []),
      watchConnection(hls, reports.report),
      abandonSlowSegments(hls),
    ];
  });
}

/** Starts at `startS`; otherwise like `attachLive`. */
export function attachVideo({ video, url, startS }: VideoPlayback, reports: Reports): () => void {
  return attach(videoHlsConfig(startS), { video, url }, reports, (hls) => {
    // hls.js itself limits the size after a layout, which the playlist may precede.
    hls.once(Events.MANIFEST_PARSED, () => {
      hls.autoLevelCapping = neededLevel(hls, video);
    });
    reports.onSteering(steerVideo(hls));
    return [];
  });
}

/** The largest rendition that the element needs: the index among hls.js's levels, by its own rule. */
export const neededLevel = (
  { levels, config }: Pick<Hls, 'levels' | 'config'>,
  { clientWidth, clientHeight }: Pick<HTMLVideoElement, 'clientWidth' | 'clientHeight'>,
): number => {
  const [width, height] = [clientWidth * devicePixelRatio, clientHeight * devicePixelRatio];
  return config.capLevelController?.getMaxLevelByMediaSize(levels, width, height) ?? -1;
};

/** Attaches with what `setUp` adds to hls.js; it returns what ends with the playback. */
export function attach(
  config: Partial<HlsConfig>,
  { video, url }: { readonly video: HTMLMediaElement; readonly url: string },
  reports: Reports,
  setUp: (hls: Hls) => readonly (() => void)[],
): () => void {
  if (!Hls.isSupported()) {
    reports.report('unsupported');
    return () => undefined;
  }
  const hls = new Hls(config);
  reportErrors(hls, reports);
  const ends = setUp(hls);
  // For the start alone: after an error the media is attached again, and what is loaded before that has the error, too.
  hls.once(Events.MEDIA_ATTACHED, () => {
    hls.config.startFragPrefetch = false;
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => {
    reports.onSteering(null);
    endAll(ends)();
    hls.destroy();
  };
}

function reportErrors(hls: Hls, { report, onFailure }: Reports): void {
  const lose = (kind: FailureKind) => {
    onFailure?.(kind, 'mse');
    report('lost');
  };
  const recover = mediaRecovery(hls, () => lose(failureOf(hls.media, 'media')));
  hls.on(Events.ERROR, (_event, error) => {
    if (!error.fatal) return;
    if (error.type === ErrorTypes.MEDIA_ERROR) recover();
    else if (isAnsweredNo(error)) report('gone');
    else lose(error.type === ErrorTypes.NETWORK_ERROR ? 'network' : 'media');
  });
}

/** Whether the origin answered that the playlist does not exist. For a segment it only means that it has expired. */
const isAnsweredNo = ({ response, frag }: ErrorData): boolean =>
  !frag && [403, 404, 410].includes(response?.code ?? 0);

/** Reports a restart: a playlist whose numbering went back is a new one at the same URL, of an encoder that reconnected. */
function reportRestart(hls: Hls, { report }: Reports): void {
  const newest = new Map<number, number>();
  hls.on(Events.LEVEL_LOADED, (_event, { level, details }) => {
    if (details.endSN < (newest.get(level) ?? 0) - STALE_SEGMENTS) report('lost');
    newest.set(level, details.endSN);
  });
}

/** Reads the audio-only rendition from the manifest, because hls.js omits it from the levels where there is video. */
export function reportSound(hls: Hls, { onSound }: Reports): void {
  hls.on(Events.MANIFEST_LOADED, (_event, { levels }) => {
    const url = soundAlone(levels);
    if (url !== null) onSound?.(url);
  });
}

/** Stops loading while paused. Resumes where it was paused, or at the live position if `goOn` cannot. */
function stopLoadingWhilePaused(
  hls: Hls,
  video: HTMLVideoElement,
  goOn: (dateMs: number) => boolean,
): () => void {
  let pausedMs: number | null = null;
  const resume = () => {
    if (pausedMs !== null && goOn(pausedMs)) return;
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition;
  };
  const stop = () => {
    if (isBroken(video)) return;
    pausedMs = hls.playingDate?.getTime() ?? null;
    hls.stopLoad();
  };
  const start = () => {
    if (hls.loadingEnabled) return;
    hls.startLoad();
    hls.once(Events.LEVEL_UPDATED, resume);
  };
  return endAll([listen(video, 'pause', stop), listen(video, 'play', start)]);
}

/** A rendition of a multivariant playlist (RFC 8216 §4.3.4.2). */
interface Variant {
  readonly url: string;
  /** Bits per second. */
  readonly bitrate: number;
  readonly width?: number;
  /** From the attribute CODECS. */
  readonly audioCodec?: string | undefined;
  readonly videoCodec?: string | undefined;
}

/** The URL of the smallest audio-only rendition beside others with video; `null` if there is none. */
export function soundAlone(variants: readonly Variant[]): string | null {
  const sounds = variants.filter((variant) => !hasPicture(variant) && variant.audioCodec);
  if (!variants.some(hasPicture)) return null;
  return sounds.toSorted((a, b) => a.bitrate - b.bitrate)[0]?.url ?? null;
}

const hasPicture = ({ width = 0, videoCodec }: Variant): boolean => width > 0 || Boolean(videoCodec);
