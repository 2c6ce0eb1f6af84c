/** Plays the recording of a live stream through hls.js, which grows while it is played. Loaded when a viewer rewinds. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';

import { attach } from '../hls/hls-playback.ts';
import { rewindHlsConfig } from './rewind-config.ts';
import type { LivePlayback, Reports } from '../playback.types.ts';
import { steerRewound } from './hls-rewind.ts';
import { growingPlaylist } from './recording-playlist.ts';

/** The playlist is whole each time, and caches keep it for ten seconds. */
const AGAIN_MS = 10_000;

export interface Recorded extends Pick<LivePlayback, 'video' | 'url'> {
  readonly atMs: number;
}

/** Attaches the recording from a time on, and reports like a live playback. Returns a function that detaches. */
export function attachRecording({ video, url, atMs }: Recorded, reports: Reports): () => void {
  return attach({ ...rewindHlsConfig(), pLoader: loaderFrom(atMs) }, { video, url }, reports, (hls) => {
    reports.onSteering(steerRewound(hls, video));
    return [];
  });
}

// The cast is safe, because the default loader loads playlists too; its type only omits their context.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

function loaderFrom(atMs: number): PlaylistLoaderConstructor {
  const loadedMs = new Map<string, number>();
  return class extends Loader {
    #timer: ReturnType<typeof setTimeout> | undefined;

    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const { url } = context;
      const { onSuccess } = callbacks;
      const succeed: typeof onSuccess = (response, ...details) => {
        const { data } = response;
        if (typeof data !== 'string' || !data.includes('#EXTINF')) return onSuccess(response, ...details);
        const isFirst = loadedMs.size === 0;
        loadedMs.set(url, performance.now());
        onSuccess({ ...response, data: growingPlaylist(data, isFirst ? atMs : null) }, ...details);
      };
      const waitMs = (loadedMs.get(url) ?? Number.NEGATIVE_INFINITY) + AGAIN_MS - performance.now();
      const start = () => super.load(context, config, { ...callbacks, onSuccess: succeed });
      if (waitMs > 0) this.#timer = setTimeout(start, waitMs);
      else start();
    }

    override abort(): void {
      clearTimeout(this.#timer);
      super.abort();
    }

    override destroy(): void {
      clearTimeout(this.#timer);
      super.destroy();
    }
  };
}
