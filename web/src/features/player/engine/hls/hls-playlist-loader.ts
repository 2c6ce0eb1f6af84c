/** Loads the playlists of broadcasts from a camera. Comes with hls.js. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderStats,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import { lookSlot } from '../../../../../../shared/plain/look-slot.ts';
import { newestOf, takeCachedPlaylist, targetOf, withEagerTarget } from '../playlist.ts';

/** When to look at a live playlist that tells how long its newest segment is there. Pure; times in ms. */

/** What a look found. */
export interface PlaylistPoll {
  /** On the viewer's clock. */
  readonly atMs: number;
  /** Since when the newest segment is there, on the viewer's clock; earlier where a cache had kept the playlist. */
  readonly sinceMs: number;
  /** Where that segment begins and ends, on the broadcast's clock. */
  readonly startMs: number;
  readonly endMs: number;
}

const REMEMBERED_MS = 10_000;
/** What has just been stored takes a moment until it can be read, and the next may be a little late. */
const AFTER_MS = 60;
/** After a look in vain: the longer it is overdue, the longer it may take. */
const [SOONEST_AGAIN_MS, LATEST_AGAIN_MS] = [150, 500];

/** The looks that still count after this one. */
export const withPoll = (polls: readonly PlaylistPoll[], poll: PlaylistPoll): readonly PlaylistPoll[] => [
  ...polls.filter(({ atMs }) => atMs > poll.atMs - REMEMBERED_MS),
  poll,
];

/** When the next segment should be there; soon where it should be by now. Segments come as regularly as a device makes them. */
export function nextPollMs(polls: readonly PlaylistPoll[]): number {
  const newest = polls.at(-1);
  if (!newest) return 0;
  const { atMs, startMs, endMs } = newest;
  const earliestMs = Math.min(...polls.map((poll) => poll.sinceMs - poll.endMs));
  const dueMs = endMs + (endMs - startMs) + earliestMs + AFTER_MS;
  return dueMs > atMs ? dueMs : atMs + Math.min(LATEST_AGAIN_MS, Math.max(SOONEST_AGAIN_MS, atMs - dueMs));
}

// It loads whatever it is asked to; its type leaves out what only playlists have.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

/** Has a playlist come as it is in this slot, whatever a cache keeps from the one before. */
export function askInSlot(request: XMLHttpRequest, url: string): void {
  const inSlot = new URL(url, location.href);
  if (!inSlot.pathname.endsWith('.m3u8')) return;
  inSlot.searchParams.set('slot', lookSlot(Date.now()));
  request.open('GET', inSlot, true);
}

type Timing = LoaderStats['loading'];

/**
 * A loader that has hls.js look for new segments as they come, rather than as seldom as the playlist permits and as late
 * as it happened to look first. What the page has just looked at is not loaded again.
 */
export function eagerPlaylistLoader(): PlaylistLoaderConstructor {
  let polls: readonly PlaylistPoll[] = [];
  const ends = new Map<string, number>();

  /** hls.js counts from `start` to its next look, and from `first` how old the newest segment is. */
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
        if (typeof data !== 'string') return onSuccess(response, stats, ...details);
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
