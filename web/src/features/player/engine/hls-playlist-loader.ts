/** Loads the playlists of broadcasts from a camera. Comes with hls.js. */
import {
  Hls,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js/light';
import { withEagerTarget } from './playlist.ts';

// It loads whatever it is asked to; its type leaves out what only playlists have.
const Loader = Hls.DefaultConfig.loader as unknown as PlaylistLoaderConstructor;

/** Has hls.js look for new segments about as often as they come, rather than as seldom as the playlist permits. */
export class EagerPlaylistLoader extends Loader {
  override load(
    context: PlaylistLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<PlaylistLoaderContext>,
  ): void {
    const { onSuccess } = callbacks;
    const succeed: typeof onSuccess = (response, ...details) => {
      const { data } = response;
      onSuccess(
        typeof data === 'string' ? { ...response, data: withEagerTarget(data) } : response,
        ...details,
      );
    };
    super.load(context, config, { ...callbacks, onSuccess: succeed });
  }
}
