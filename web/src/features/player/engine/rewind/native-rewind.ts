/** Plays the past of a live stream where the browser plays HLS itself: page after page. Loaded when a viewer rewinds. */
import { endAll, listen } from '#web/lib/listen.ts';
import type { Reports } from '../playback.types.ts';
import { steerNatively } from '../steering.ts';
import { failureOf } from '../video-watch.ts';
import { dateAt, offsetOf, renditionOf, type RewindPage, timesOf } from './rewind-pages.ts';
import type { Rewound } from './rewound.types.ts';

/** Like `attachRewound`. */
export async function attachRewoundNatively(
  { video, url, pages, atMs, signal }: Rewound,
  reports: Reports,
): Promise<() => void> {
  const rendition = renditionOf(url);
  let number: number | null = await pages.numberAt(atMs, rendition);
  let page: RewindPage | null = null;
  let stopWaiting: () => void = () => undefined;

  /** Plays the page, or the next one that is no gap. */
  const play = async (fromMs: number): Promise<void> => {
    while (number !== null && !signal.aborted) {
      page = await pages.page(number, rendition);
      if (timesOf(page)) break;
      number = await pages.numberAfter(number);
    }
    if (signal.aborted) return;
    if (number === null || !page) return reports.report('gone');
    const startS = offsetOf(page.segments, fromMs);
    stopWaiting();
    stopWaiting = listen(video, 'loadedmetadata', () => {
      stopWaiting();
      video.currentTime = startS;
    });
    video.src = `${pages.url}/${number}/${rendition}.m3u8`;
  };
  const lose = () => {
    if (signal.aborted) return;
    reports.onFailure?.(failureOf(video, 'media'), 'native');
    reports.report('lost');
  };
  const goOn = async (): Promise<void> => {
    number = number === null ? null : await pages.numberAfter(number);
    video.autoplay = true;
    await play(Number.NEGATIVE_INFINITY);
  };
  const end = (event: Event) => {
    // The end of a page is not the end of the stream.
    event.stopImmediatePropagation();
    goOn().catch(lose);
  };
  video.addEventListener('ended', end, { capture: true });
  const stop = endAll([
    () => stopWaiting(),
    listen(video, 'error', lose),
    () => video.removeEventListener('ended', end, { capture: true }),
  ]);
  try {
    await play(atMs);
  } catch (error) {
    stop();
    throw error;
  }
  // The element has another playback already.
  if (signal.aborted) {
    stop();
    return () => undefined;
  }
  const playingDate = () => {
    const dateMs = page && dateAt(page.segments, video.currentTime);
    return dateMs === null || video.readyState === 0 ? null : new Date(dateMs);
  };
  const seekTo = (dateMs: number): boolean => {
    const times = page && timesOf(page);
    if (!page || !times || dateMs < times.fromMs || dateMs >= times.toMs) return false;
    video.currentTime = offsetOf(page.segments, dateMs);
    return true;
  };
  const { live, ...qualities } = steerNatively(video, true);
  if (live) reports.onSteering({ ...qualities, live: { ...live, playingDate, seekTo } });
  return () => {
    stop();
    video.removeAttribute('src');
    video.load();
  };
}
