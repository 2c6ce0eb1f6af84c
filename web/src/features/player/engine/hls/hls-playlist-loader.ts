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
import { type Look, nextLookMs, withLook } from '../look-pace.ts';
import { newestOf, targetOf, withEagerTarget } from '../playlist.ts';
import { takeSeen } from '../seen-playlists.ts';

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
  let looks: readonly Look[] = [];
  const ends = new Map<string, number>();

  /** hls.js counts from `start` to its next look, and from `first` how old the newest segment is. */
  const timed = (url: string, text: string, loading: Timing): Timing => {
    const newest = newestOf(text);
    if (!newest) return loading;
    const { ageMs, ...place } = newest;
    const look = { ...place, atMs: loading.end, sinceMs: loading.end - ageMs };
    looks = withLook(looks, look);
    const isNew = ends.get(url) !== look.endMs;
    ends.set(url, look.endMs);
    const targetMs = targetOf(text) * 1000;
    const intervalMs = isNew ? Math.min(targetMs, look.endMs - look.startMs) : targetMs / 2;
    return {
      start: nextLookMs(looks) - intervalMs,
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
      const seen = takeSeen(context.url);
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
