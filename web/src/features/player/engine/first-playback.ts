/** The playback that `first-player.ts` starts before the application runs. A player of the same URL adopts it. */
import { unsignedUrl } from '#web/lib/media/stream-url.ts';
import { importHls, importLive } from './import-hls.ts';
import type { Reports } from './playback.types.ts';
import { fetchPlaylist, segmentsToStart } from './playlist.ts';
import { restoreSound } from './preferences.ts';
import { hasMediaSource, tryToPlay } from './video-watch.ts';

export interface FirstPlayback {
  readonly url: string;
  readonly video: HTMLVideoElement;
  /** The length of a live stream's segments; 0 for a video. */
  readonly segmentS: number;
  /** Sends the reports from now on, and those so far. Returns a function that ends the playback. */
  readonly adopt: (reports: Reports) => () => void;
}

interface ToPlay {
  readonly url: string;
  readonly video: HTMLVideoElement;
  readonly isLive: boolean;
  readonly isCamera?: boolean;
}

interface Begun {
  playback?: FirstPlayback;
  readonly stop: AbortController;
}

/** By their videos; those that a player has adopted, too. */
const begun = new Map<HTMLVideoElement, Begun>();

/**
 * Loads hls.js and the playlist at once, and plays if the playlist has enough. Leaves everything else to the application.
 * Fulfilled by the first picture, or when none comes.
 */
export async function playFirst({ url, video, isLive, isCamera = false }: ToPlay): Promise<void> {
  restoreSound(video, isLive);
  if (!hasMediaSource()) return;
  const stop = new AbortController();
  const one: Begun = { stop };
  begun.set(video, one);
  const [hls, playlist] = await Promise.all([
    Promise.all([importHls(), isLive ? importLive(isCamera) : null]),
    isLive ? fetchPlaylist(url, stop.signal, { isCamera }) : null,
  ]).catch(() => []);
  const segmentS = playlist ? segmentsToStart(playlist, isCamera) : 0;
  if (!hls || segmentS === null || stop.signal.aborted) return;

  const early: ((reports: Reports) => void)[] = [];
  let adopted: Reports | null = null;
  const pass = (send: (reports: Reports) => void) => void (adopted ? send(adopted) : early.push(send));
  const reports: Reports = {
    report: (what) => pass(({ report }) => report(what)),
    onFailure: (kind, engine) => pass(({ onFailure }) => onFailure?.(kind, engine)),
    onResumed: (dateMs) => adopted?.onResumed?.(dateMs) ?? false,
    onSteering: (steering) => pass(({ onSteering }) => onSteering(steering)),
    onSound: (sound) => pass(({ onSound }) => onSound?.(sound)),
  };
  video.addEventListener('canplay', () => void tryToPlay(video, isLive), { once: true });
  const [{ attachVideo }, live] = hls;
  const detach = live
    ? live.attachLive({ video, url, segmentS, isCamera }, reports)
    : attachVideo({ video, url, startS: 0 }, reports);
  const end = () => {
    begun.delete(video);
    detach();
  };
  stop.signal.addEventListener('abort', end);
  one.playback = {
    url,
    video,
    segmentS,
    adopt: (reports) => {
      adopted = reports;
      early.forEach((send) => send(reports));
      return end;
    },
  };
  await new Promise((resolve) => {
    for (const event of ['playing', 'pause', 'error']) video.addEventListener(event, resolve, { once: true });
  });
}

const isOf = (playback: FirstPlayback | undefined, url: string | undefined): boolean =>
  playback !== undefined && url !== undefined && unsignedUrl(playback.url) === unsignedUrl(url);

/** The one of this URL, until it has ended. */
export const firstPlayback = (url: string | undefined): FirstPlayback | null =>
  [...begun.values()].find(({ playback }) => isOf(playback, url))?.playback ?? null;

/** Removes the document's place for videos. A video that is still in it has no other player, and ends. */
export function removeFirstPlayer(): void {
  const place = document.getElementById('first-player');
  for (const [video, { stop }] of begun) if (place?.contains(video)) stop.abort();
  place?.remove();
}
