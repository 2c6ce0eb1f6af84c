import { libraryRoutes } from '../../shared/videos/library.ts';
import { featureApp } from '../http/route.ts';
import { type LibraryDeps, libraryVideo, listWatchLater, saveForLater } from './library.service.ts';

export const libraryApp = (deps: LibraryDeps) =>
  featureApp(libraryRoutes, {
    'GET /library/videos/{video_id}': ({ caller, params }) => libraryVideo(deps, caller.id, params.video_id),
    'GET /library/watch-later': ({ caller, query }) => listWatchLater(deps, caller.id, query),
    'PUT /library/watch-later/{video_id}': ({ caller, params }) =>
      saveForLater(deps, caller.id, params.video_id),
    'DELETE /library/watch-later/{video_id}': ({ caller, params }) =>
      deps.watchLater.remove(caller.id, params.video_id),
  });
