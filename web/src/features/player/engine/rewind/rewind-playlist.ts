/** Joins pages into one playlist that grows at its end, as hls.js plays live streams. Pure, except that it loads texts. */
import {
  offsetOf,
  type RewindPage,
  type RewindPages,
  type RewindRendition,
  timesOf,
} from './rewind-pages.ts';

/** The next page is added when less than this is left. */
const AHEAD_MS = 60_000;
/** The newest page is loaded again when less than this is left… */
const GROWING_AHEAD_MS = 30_000;
/** … after this time, or a third of what is left. */
const [SOONEST_AGAIN_MS, LATEST_AGAIN_MS] = [2000, 10_000];
/** Pages before the current one are kept for short jumps back. */
const KEPT_PAGES = 2;

export type RewindPlaylist = ReturnType<typeof rewindPlaylist>;

interface Listed {
  readonly number: number;
  readonly page: RewindPage;
}

/** A playlist from a page on; it starts at `atMs`. */
export function rewindPlaylist(
  pages: RewindPages,
  start: { readonly number: number; readonly atMs: number },
) {
  let numbers: readonly number[] = [start.number];
  let removed = { segments: 0, breaks: 0 };
  let isEnded = false;
  let version = 0;
  const delivered = new Map<RewindRendition, number>();
  let checkedMs = Number.NEGATIVE_INFINITY;
  let tail: { readonly endMs: number; readonly isWhole: boolean } | null = null;
  const waiting = new Set<() => void>();

  const listed = (rendition: RewindRendition): Promise<Listed[]> =>
    Promise.all(numbers.map(async (number) => ({ number, page: await pages.page(number, rendition) })));

  const text = async (rendition: RewindRendition, isFirst: boolean): Promise<string> => {
    delivered.set(rendition, version);
    const all = await listed(rendition);
    const segments = all.flatMap(({ page }) => page.segments);
    const last = all.at(-1)!.page;
    const endMs = timesOf({ ...last, segments })?.toMs ?? start.atMs;
    tail = { endMs, isWhole: last.isWhole };
    // Players refuse a playlist without segments.
    if (segments.length === 0 && last.isWhole && !isEnded) {
      await extend();
      return text(rendition, isFirst);
    }
    const targetDurationS = Math.max(...all.map(({ page }) => page.targetDurationS));
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      `#EXT-X-TARGETDURATION:${targetDurationS}`,
      `#EXT-X-MEDIA-SEQUENCE:${removed.segments}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${removed.breaks}`,
      ...(isFirst
        ? [`#EXT-X-START:TIME-OFFSET=${offsetOf(segments, start.atMs).toFixed(3)},PRECISE=YES`]
        : []),
      ...segments.flatMap(({ lines }) => lines),
      ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  };

  /** Adds the next page, or what was added to the newest one. */
  const extend = async (): Promise<void> => {
    if (tail?.isWhole) {
      const next = await pages.numberAfter(numbers.at(-1)!);
      if (next === null) isEnded = true;
      else numbers = [...numbers, next];
    }
    version += 1;
    for (const wake of waiting) wake();
    waiting.clear();
  };

  /** Removes pages from the front. All renditions have the same numbers of segments in whole pages. */
  const removeBefore = async (positionMs: number, rendition: RewindRendition): Promise<void> => {
    const all = await listed(rendition);
    const current = all.findIndex(({ page }) => (timesOf(page)?.toMs ?? 0) > positionMs);
    const gone = all.slice(0, Math.max(0, current - KEPT_PAGES)).flatMap(({ page }) => page.segments);
    numbers = numbers.slice(Math.max(0, current - KEPT_PAGES));
    removed = {
      segments: removed.segments + gone.length,
      breaks: removed.breaks + gone.filter(({ isBreak }) => isBreak).length,
    };
  };

  return {
    /** For the first request of a rendition. */
    current: (rendition: RewindRendition): Promise<string> => text(rendition, true),
    /** For the following requests: waits until something was added. */
    next: async (rendition: RewindRendition, signal: AbortSignal): Promise<string> => {
      if (delivered.get(rendition) === version)
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => waiting.delete(resolve), { once: true });
        });
      return text(rendition, false);
    },
    /** To be called every second, with the time of the picture. */
    advance: async (positionMs: number, rendition: RewindRendition, nowMs: number): Promise<void> => {
      if (!tail || isEnded) return;
      const leftMs = tail.endMs - positionMs;
      const againMs = Math.min(LATEST_AGAIN_MS, Math.max(SOONEST_AGAIN_MS, leftMs / 3));
      if (leftMs > (tail.isWhole ? AHEAD_MS : GROWING_AHEAD_MS) || nowMs - checkedMs < againMs) return;
      checkedMs = nowMs;
      await removeBefore(positionMs, rendition);
      await extend();
    },
  };
}
