/** Plays the past of a live stream through hls.js. Loaded when a viewer rewinds. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import type { PlaylistLoaderConstructor } from 'hls.js/light';
import type { Steering } from '#web/lib/player-stage.ts';

import { attach } from '../hls/hls-playback.ts';
import { rewindHlsConfig } from './rewind-config.ts';
import { positionAt, steerVideo } from '../hls/hls-steering.ts';
import type { Reports } from '../playback.types.ts';
import type { Rewound } from './rewound.types.ts';
import { renditionOf, type RewindRendition, timesOf } from './rewind-pages.ts';
import { type RewindPlaylist, rewindPlaylist } from './rewind-playlist.ts';

const ADVANCE_EVERY_MS = 1000;

/** Attaches the past from a time on, and reports like a live playback. Returns a function that detaches. */
export async function attachRewound(
  { video, url, pages, atMs, signal }: Rewound,
  reports: Reports,
): Promise<() => void> {
  const current: { rendition: RewindRendition } = { rendition: renditionOf(url) };
  const number = await pages.numberAt(atMs, current.rendition);
  const found = timesOf(await pages.page(number, current.rendition));
  if (signal.aborted) return () => undefined;
  const playlist = rewindPlaylist(pages, { number, atMs: Math.max(atMs, found?.fromMs ?? atMs) });
  const config = { ...rewindHlsConfig(), pLoader: loaderOf(playlist, current) };
  return attach(config, { video, url }, reports, (hls) => {
    reports.onSteering(steerRewound(hls, video));
    const timer = setInterval(() => {
      const positionMs = hls.playingDate?.getTime();
      if (positionMs === undefined) return;
      // A failed request is repeated.
      playlist.advance(positionMs, current.rendition, performance.now()).catch(() => undefined);
    }, ADVANCE_EVERY_MS);
    return [() => clearInterval(timer)];
  });
}

export function steerRewound(hls: Hls, video: HTMLVideoElement): Steering {
  const seekTo = (dateMs: number): boolean => {
    const targetS = positionAt(hls.latestLevelDetails, dateMs);
    if (targetS === null) return false;
    video.currentTime = targetS;
    return true;
  };
  const aheadS = () => {
    const details = hls.latestLevelDetails;
    return details && Math.max(0, details.edge - video.currentTime);
  };
  const playingDate = () => hls.playingDate;
  // `rewindable.ts` does the rest.
  const rest = { behindS: () => 0, goLive: () => undefined, seekBy: () => undefined, rewind: null };
  return { ...steerVideo(hls), live: { ...rest, aheadS, playingDate, seekTo } };
}

// The cast is safe, because the default loader loads playlists too; its type only omits their context.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

/** Answers hls.js with the joined pages in place of the live playlists. */
function loaderOf(
  playlist: RewindPlaylist,
  current: { rendition: RewindRendition },
): PlaylistLoaderConstructor {
  let answered: string | null = null;
  return class extends Loader {
    readonly #stop = new AbortController();

    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const isLiveUrl = /\/live\.m3u8/.test(context.url);
      if (!isLiveUrl || answered !== null) return this.#answer(context, callbacks);
      const { onSuccess } = callbacks;
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...details) => {
          const { data } = response;
          const isMultivariant = typeof data === 'string' && data.includes('#EXT-X-STREAM-INF');
          if (isMultivariant) onSuccess(response, ...details);
          else this.#answer(context, callbacks);
        },
      });
    }

    #answer(context: PlaylistLoaderContext, callbacks: LoaderCallbacks<PlaylistLoaderContext>): void {
      const rendition = renditionOf(context.url);
      const { signal } = this.#stop;
      const isAgain = answered === rendition;
      answered = rendition;
      current.rendition = rendition;
      const startMs = performance.now();
      (isAgain ? playlist.next(rendition, signal) : playlist.current(rendition)).then(
        (data) => {
          if (signal.aborted) return;
          const endMs = performance.now();
          // The request may have waited for long, which says nothing about the connection.
          const loading = { start: isAgain ? endMs : startMs, first: endMs, end: endMs };
          const stats = { ...this.stats, loading, loaded: data.length, total: data.length };
          callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
        },
        () => {
          if (!signal.aborted) callbacks.onError({ code: 0, text: '' }, context, null, this.stats);
        },
      );
    }

    override abort(): void {
      this.#stop.abort();
      super.abort();
    }

    override destroy(): void {
      this.#stop.abort();
      super.destroy();
    }
  };
}
