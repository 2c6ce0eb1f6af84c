/** Loads the playlists of broadcasts from a camera when their next segment is due. Loaded with hls.js. Times in ms. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderStats,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import { pollSlot } from '#shared/plain/live/poll-slot.ts';
import { newestOf, takeCachedPlaylist, targetOf, withEagerTarget } from '../playlist.ts';

/** What a request of the playlist found. */
export interface PlaylistPoll {
  /** On the viewer's clock. */
  readonly atMs: number;
  /** When the newest segment became available, on the viewer's clock; earlier if a cache had stored the playlist. */
  readonly sinceMs: number;
  /** Start and end of that segment, on the broadcast's clock. */
  readonly startMs: number;
  readonly endMs: number;
}

const REMEMBERED_MS = 10_000;
/** A new segment becomes readable a moment after it is stored, and the next may be a little late. */
const AFTER_MS = 60;
/** Bounds of the delay after a request that found nothing new: the longer it is overdue, the longer the delay. */
const [SOONEST_AGAIN_MS, LATEST_AGAIN_MS] = [150, 500];

export const withPoll = (polls: readonly PlaylistPoll[], poll: PlaylistPoll): readonly PlaylistPoll[] => [
  ...polls.filter(({ atMs }) => atMs > poll.atMs - REMEMBERED_MS),
  poll,
];

/** When the next segment should be available; soon if it is overdue. Devices make segments at regular intervals. */
export function nextPollMs(polls: readonly PlaylistPoll[]): number {
  const newest = polls.at(-1);
  if (!newest) return 0;
  const { atMs, startMs, endMs } = newest;
  const earliestMs = Math.min(...polls.map((poll) => poll.sinceMs - poll.endMs));
  const dueMs = endMs + (endMs - startMs) + earliestMs + AFTER_MS;
  return dueMs > atMs ? dueMs : atMs + Math.min(LATEST_AGAIN_MS, Math.max(SOONEST_AGAIN_MS, atMs - dueMs));
}

// The cast is safe, because the default loader loads playlists too; its type only omits their context.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

/** Adds the current time slot to a playlist's URL, so that caches do not answer with the previous one. */
export function requestInSlot(request: XMLHttpRequest, url: string): void {
  const inSlot = new URL(url, location.href);
  if (!inSlot.pathname.endsWith('.m3u8')) return;
  inSlot.searchParams.set('slot', pollSlot(Date.now()));
  request.open('GET', inSlot, true);
}

type Timing = LoaderStats['loading'];

/**
 * A loader that takes a playlist that the page has just loaded from the cache. If it is eager, hls.js requests the playlist
 * when a new segment is due, rather than once per target duration.
 */
export function playlistLoader(isEager: boolean): PlaylistLoaderConstructor {
  let polls: readonly PlaylistPoll[] = [];
  const ends = new Map<string, number>();

  /** hls.js computes its next request from `start`, and the age of the newest segment from `first`. */
  const timed = (url: string, text: string, loading: Timing): Timing => {
    const newest = newestOf(text);
    if (!newest) return loading;
    const { ageMs, ...place } = newest;
    const poll = { ...place, atMs: loading.end, sinceMs: loading.end - ageMs };
    polls = withPoll(polls, poll);
    const isNew = ends.get(url) !== poll.endMs;
    ends.set(url, poll.endMs);
    const targetMs = targetOf(text) * 1000;
    const intervalMs = isNew ? Math.min(targetMs, poll.endMs - poll.startMs) : targetMs / 2;
    return {
      start: nextPollMs(polls) - intervalMs,
      first: loading.first - ageMs,
      end: loading.end - ageMs,
    };
  };

  return class extends Loader {
    #isOver = false;

    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      this.#isOver = false;
      const { onSuccess } = callbacks;
      const succeed: typeof onSuccess = (response, stats, ...details) => {
        const { data } = response;
        if (typeof data !== 'string' || !isEager) return onSuccess(response, stats, ...details);
        const eager = withEagerTarget(data);
        const loading = timed(context.url, eager, stats.loading);
        onSuccess({ ...response, data: eager }, { ...stats, loading }, ...details);
      };
      const seen = takeCachedPlaylist(context.url);
      if (!seen) return super.load(context, config, { ...callbacks, onSuccess: succeed });
      const { url, text, atMs } = seen;
      const loading = { start: atMs, first: atMs, end: atMs };
      const stats = { ...this.stats, loading, loaded: text.length, total: text.length };
      queueMicrotask(() => {
        if (!this.#isOver) succeed({ url, data: text, code: 200 }, stats, context, null);
      });
    }

    override abort(): void {
      this.#isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.#isOver = true;
      super.destroy();
    }
  };
}
