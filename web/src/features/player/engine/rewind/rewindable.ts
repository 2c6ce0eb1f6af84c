/** A live playback that can be rewound: the live stream, or a playback of its past in place of it. Times in ms since 1970. */
import { HOUR_MS } from '#shared/plain/time.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import type { LiveSteering, Qualities, Rewindable, Steering } from '#web/lib/player-stage.ts';
import type { LivePlayback, Reports, RewindSource } from '../playback.types.ts';
import { NO_QUALITIES } from '../steering.ts';
import { tryToPlay } from '../video-watch.ts';
import type { RewindPages } from './rewind-pages.ts';

const FARTHEST_MS = 8 * HOUR_MS;
/** Nearer to the live position the live stream is played. */
const LIVE_WITHIN_MS = 3000;

interface Ports {
  readonly startLive: (reports: Reports) => () => void;
  readonly now: () => number;
}

/** Plays live, or the past where the source has a position. Returns a function that ends it. */
export function attachRewindable(
  playback: LivePlayback & { readonly rewind: RewindSource },
  reports: Reports,
  { startLive, now }: Ports,
): () => void {
  const { video, rewind } = playback;
  const changes = new EventTarget();
  let inner: Steering | null = null;
  let chosen: number | null = null;
  let qualities: Qualities = NO_QUALITIES;
  let pages: RewindPages | null = null;
  let detach: () => void = () => undefined;
  /** Whether the viewer had paused before the replacement that is loading; `null` while none is. */
  let wasPaused: boolean | null = null;
  /** The time that viewers of the live stream see, as the difference to this page's clock. */
  let liveOffsetMs = 0;

  const take = (next: Steering | null) => {
    inner = next;
    if (!next) return;
    const change = () => {
      const { all } = next.qualities();
      // The choice applies to each playback.
      if (all.length > 0 && chosen !== next.qualities().chosen) next.choose(chosen);
      qualities = next.qualities();
      changes.dispatchEvent(new Event('change'));
    };
    next.subscribe(change);
    change();
    reports.onSteering(steering);
  };

  const playing = (): Date | null => {
    const date = inner?.live?.playingDate() ?? null;
    if (date && rewind.position.ms !== null) rewind.position.ms = date.getTime();
    return date ?? (rewind.position.ms === null ? null : new Date(rewind.position.ms));
  };
  const liveMs = (): number => {
    const live = rewind.position.ms === null ? inner?.live : null;
    const date = live?.playingDate();
    if (live && date) liveOffsetMs = now() - date.getTime() - live.behindS() * 1000;
    return now() - liveOffsetMs;
  };

  const passed: Reports = { ...reports, onSteering: take };
  const attachPast = (atMs: number): (() => void) => {
    const stop = new AbortController();
    let end: () => void = () => undefined;
    import('./rewound.ts')
      .then(async ({ attachPastOf, attachRecording, pagesOf }) => {
        const { url } = rewind;
        if (url === null) throw new Error('There is no past');
        const { signal } = stop;
        pages ??= pagesOf(url);
        const detachPast =
          rewind.recordingLagMs === undefined
            ? await attachPastOf({ ...playback, pages, atMs, signal }, passed)
            : await attachRecording({ video, url, atMs, signal }, passed);
        if (stop.signal.aborted) detachPast();
        else end = detachPast;
      })
      .catch(() => stop.signal.aborted || reports.report('lost'));
    return () => {
      stop.abort();
      end();
    };
  };

  /** Replaces the playback, and leaves it paused where it was. */
  const begin = (atMs: number | null) => {
    // Loading pauses the element, too.
    wasPaused ??= video.paused && video.currentTime > 0;
    liveMs();
    detach();
    inner = null;
    rewind.position.ms = atMs;
    video.autoplay = !wasPaused;
    const stopWaiting = endAll([
      // Before there is a picture, because hls.js passes gaps only while it plays.
      listen(video, 'loadedmetadata', () => wasPaused || tryToPlay(video, false)),
      listen(video, 'canplay', () => {
        stopWaiting();
        wasPaused = null;
      }),
    ]);
    detach = endAll([stopWaiting, atMs === null ? startLive(liveReports) : attachPast(atMs)]);
  };

  const goLive = () => {
    if (rewind.position.ms === null) inner?.live?.goLive();
    else begin(null);
  };
  const seekTo = (dateMs: number): boolean => {
    if (rewind.url === null) return inner?.live?.seekTo(dateMs) ?? false;
    const edgeMs = liveMs();
    const { recordingLagMs: lagMs = 0 } = rewind;
    const targetMs = Math.max(rewind.airedMs, edgeMs - FARTHEST_MS, dateMs);
    const withinMs = rewind.position.ms === null ? LIVE_WITHIN_MS : Math.max(LIVE_WITHIN_MS, lagMs);
    if (targetMs > edgeMs - withinMs) goLive();
    else if (!inner?.live?.seekTo(targetMs)) begin(Math.min(targetMs, edgeMs - lagMs));
    else if (rewind.position.ms !== null) rewind.position.ms = targetMs;
    return true;
  };
  const liveReports: Reports = { ...passed, onResumed: seekTo };
  const rewindable: Rewindable = {
    get airedMs() {
      return rewind.airedMs;
    },
    earliestMs: () => Math.max(rewind.airedMs, liveMs() - FARTHEST_MS),
    liveMs,
    pictureUrl: async () => {
      const { pagesOf } = await import('./rewound.ts');
      if (rewind.url === null || rewind.recordingLagMs !== undefined) return null;
      pages ??= pagesOf(rewind.url);
      return (await pages.find()).picture_url;
    },
  };
  const liveSteering: LiveSteering = {
    behindS: () =>
      rewind.position.ms === null
        ? (inner?.live?.behindS() ?? 0)
        : Math.max(0, (liveMs() - (playing()?.getTime() ?? 0)) / 1000),
    aheadS: () => inner?.live?.aheadS() ?? null,
    playingDate: playing,
    goLive,
    seekTo,
    seekBy: (seconds) => {
      const date = rewind.url === null ? null : playing();
      if (date) seekTo(date.getTime() + seconds * 1000);
      else inner?.live?.seekBy(seconds);
    },
    get rewind() {
      return rewind.url === null ? null : rewindable;
    },
  };
  const steering: Steering = {
    subscribe: (listener) => listen(changes, 'change', listener),
    qualities: () => qualities,
    choose: (id) => {
      chosen = id;
      inner?.choose(id);
    },
    live: liveSteering,
  };

  detach = rewind.position.ms === null ? startLive(liveReports) : attachPast(rewind.position.ms);
  return () => {
    playing();
    detach();
    inner = null;
    reports.onSteering(null);
  };
}
