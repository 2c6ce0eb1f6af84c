/** Loads the playlists of broadcasts from a camera. Comes with hls.js. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import { isOfDevice } from './hls-config.ts';
import { usualSegmentS, withEagerTarget } from './playlist.ts';

// It loads whatever it is asked to; its type leaves out what only playlists have.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

/**
 * hls.js looks again when one more segment should be there, and so forever as late as it happened to look first. So much
 * earlier each time, it comes upon the very moment, misses it once in a while, and is back soon. That is for segments that
 * come as regularly as a device makes them.
 */
const LOOK_EARLIER_MS = 120;

/** Has hls.js look for new segments about as often as they come, rather than as seldom as the playlist permits. */
export class EagerPlaylistLoader extends Loader {
  override load(
    context: PlaylistLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<PlaylistLoaderContext>,
  ): void {
    const { onSuccess } = callbacks;
    const succeed: typeof onSuccess = (response, stats, ...details) => {
      const { data } = response;
      if (typeof data !== 'string') return onSuccess(response, stats, ...details);
      const isSteady = isOfDevice({ segmentS: usualSegmentS(data), isCamera: true });
      // From the beginning of a look hls.js counts to the next.
      const start = stats.loading.start - (isSteady ? LOOK_EARLIER_MS : 0);
      const loading = { ...stats.loading, start };
      onSuccess({ ...response, data: withEagerTarget(data) }, { ...stats, loading }, ...details);
    };
    super.load(context, config, { ...callbacks, onSuccess: succeed });
  }
}
