/**
 * Plays the streams of encoders through hls.js. Loads the segments that IVS's playlists announce while they grow. Loaded
 * on demand, for these streams alone. Times in ms.
 */
import {
  FetchLoader,
  type FragmentLoaderContext,
  type Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type LoadPolicy,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import { endAll, listen } from '#web/lib/listen.ts';
import {
  announcesSegments,
  type ArrivedBytes,
  listAnnounced,
  type ListedPlaylist,
  type Listings,
  type Reserve,
  speedFor,
  transferMs,
  withReserve,
} from './announced-segments.ts';
import { farBehindS } from '../hls-config.ts';
import type { LivePlayback, Reports } from '../playback.types.ts';
import { attachLive as attachHls } from '../hls/hls-playback.ts';
import { playlistLoader } from '../hls/hls-playlist-loader.ts';

/** Where the playback begins behind the newest complete segment, in seconds. */
const START_S = 1.5;
const CHECK_EVERY_MS = 250;
/** Bytes that are decoded at once: a tenth of a second at 1.3 Mbit/s. By default hls.js waits for eight times as many. */
const PART_BYTES = 16 * 1024;
/** After this many failures in a row the announced segments are left to the playlists that list them as complete. */
const MAX_FAILURES = 3;

/** Like `attachLive` of `hls-playback.ts`. */
export function attachLive(playback: LivePlayback, reports: Reports): () => void {
  let announcedS = 0;
  const onSteering: Reports['onSteering'] = (steering) => {
    const { live } = steering ?? {};
    // What is announced may never come.
    const aheadS = () => Math.max(0, (live?.aheadS() ?? 0) - announcedS);
    reports.onSteering(steering && live ? { ...steering, live: { ...live, aheadS } } : steering);
  };
  return attachHls(playback, { ...reports, onSteering }, (hls) =>
    loadAnnounced(hls, playback, (seconds) => (announcedS = seconds)),
  );
}

/** Prepares hls.js; where the playlists announce no segments, nothing changes. Returns a function that ends it. */
function loadAnnounced(
  hls: Hls,
  { video, segmentS }: LivePlayback,
  onAnnounced: (seconds: number) => void,
): () => void {
  const { config } = hls;
  const { fragLoadPolicy, liveSyncDuration = 0, lowLatencyMode, progressive } = config;
  const growing = new Set<string>();
  let failures = 0;
  let endPace: (() => void) | null = null;

  const delay = (delayS: number) => {
    config.liveSyncDuration = delayS;
    // Infinite while the viewer chooses to be behind.
    if (Number.isFinite(config.liveMaxLatencyDuration))
      config.liveMaxLatencyDuration = farBehindS(delayS, { segmentS });
  };
  const begin = () => {
    config.progressive = true;
    config.fragLoadPolicy = withWaits(fragLoadPolicy);
    config.fLoader = growingLoader(growing, (isLoaded) => {
      failures = isLoaded ? 0 : failures + 1;
      if (failures === MAX_FAILURES) giveUp();
    });
    // The buffer decides the speed instead.
    config.lowLatencyMode = false;
    endPace = keepReserve(hls, video);
  };
  const giveUp = () => {
    Object.assign(config, { fragLoadPolicy, lowLatencyMode, progressive, fLoader: undefined });
    delay(liveSyncDuration);
    onAnnounced(0);
    endPace?.();
  };
  config.pLoader = announcedLoader((url, listed) => {
    if (failures >= MAX_FAILURES) return false;
    if (!endPace) begin();
    growing.clear();
    for (const address of listed.announced) growing.add(new URL(address, url).href);
    onAnnounced(listed.announcedS);
    delay(listed.announcedS + START_S);
    return true;
  });
  return () => endPace?.();
}

/** A loader that lists announced segments as complete where `take` accepts them. */
function announcedLoader(take: (url: string, listed: ListedPlaylist) => boolean): PlaylistLoaderConstructor {
  const listings = new Map<string, Listings>();
  return class extends playlistLoader(false) {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const onSuccess: typeof callbacks.onSuccess = (response, ...details) => {
        const { data, url } = response;
        const before = listings.get(context.url);
        if (typeof data !== 'string' || !(before || announcesSegments(data)))
          return callbacks.onSuccess(response, ...details);
        const listed = listAnnounced(data, before ?? new Map<number, never>());
        listings.set(context.url, listed.listings);
        const text = take(url, listed) ? listed.text : data;
        callbacks.onSuccess({ ...response, data: text }, ...details);
      };
      super.load(context, config, { ...callbacks, onSuccess });
    }
  };
}

/** A loader of segments that passes on what it has, and reports of each that grows whether it was loaded. */
function growingLoader(
  growing: ReadonlySet<string>,
  report: (isLoaded: boolean) => void,
): NonNullable<Hls['config']['fLoader']> {
  class Loader extends FetchLoader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const parts = { ...config, highWaterMark: PART_BYTES };
      if (!growing.has(context.url)) return super.load(context, parts, callbacks);
      const { frag } = context as FragmentLoaderContext;
      const arrived: ArrivedBytes[] = [];
      super.load(context, parts, {
        ...callbacks,
        onProgress: (stats, from, data, details) => {
          arrived.push({ atMs: performance.now(), bytes: data instanceof ArrayBuffer ? data.byteLength : 0 });
          callbacks.onProgress?.(stats, from, data, details);
        },
        onSuccess: (response, stats, ...details) => {
          const { loading } = stats;
          // hls.js would take the encoder's rate for the connection's.
          loading.first = loading.end - transferMs(arrived, loading.first, frag.duration * 1000);
          loading.start = loading.first;
          report(true);
          callbacks.onSuccess(response, stats, ...details);
        },
        onError: (...details) => {
          report(false);
          callbacks.onError(...details);
        },
        onTimeout: (...details) => {
          report(false);
          callbacks.onTimeout(...details);
        },
      });
    }
  }
  // The cast is safe, because hls.js's own loaders load every kind of file; their types only omit the contexts.
  return Loader as unknown as NonNullable<Hls['config']['fLoader']>;
}

/** Requests a missing segment again, which may be announced too early. */
function withWaits({ default: limits }: LoadPolicy): LoadPolicy {
  const { errorRetry } = limits;
  if (!errorRetry) return { default: limits };
  const { maxNumRetry, shouldRetry } = errorRetry;
  return {
    default: {
      ...limits,
      errorRetry: {
        ...errorRetry,
        shouldRetry: (config, count, isTimeout, response, retry) =>
          response?.code === 404
            ? count < maxNumRetry
            : (shouldRetry?.(config, count, isTimeout, response, retry) ?? retry),
      },
    },
  };
}

/** Keeps the buffer small, and large enough, by the speed of the playback. */
function keepReserve(hls: Hls, video: HTMLVideoElement): () => void {
  let reserves: readonly Reserve[] = [];
  let stalls = 0;
  const followsLive = () =>
    Number.isFinite(hls.config.liveMaxLatencyDuration) && hls.latestLevelDetails?.live === true;
  const timer = setInterval(() => {
    const { paused, seeking } = video;
    const aheadS = paused || seeking ? undefined : hls.mainForwardBufferInfo?.len;
    reserves = aheadS === undefined ? [] : withReserve(reserves, { atMs: performance.now(), aheadS });
    video.playbackRate = reserves.length > 0 && followsLive() ? speedFor(reserves, stalls) : 1;
  }, CHECK_EVERY_MS);
  return endAll([
    () => clearInterval(timer),
    () => (video.playbackRate = 1),
    listen(video, 'waiting', () => {
      if (reserves.length > 0 && followsLive()) stalls += 1;
    }),
  ]);
}
