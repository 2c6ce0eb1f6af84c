import { libraryRoutes } from '#shared/channels/library.ts';
import { featureApp } from '#functions/http/route.ts';
import { like, listLikes } from './likes.service.ts';
import { listPublished } from './list-published.service.ts';
import {
  changeHistorySettings,
  historySettings,
  type LibraryDeps,
  libraryVideo,
  listHistory,
  listWatchLater,
  noteBroadcast,
  noteWatched,
  saveForLater,
} from './library.service.ts';

export const libraryApp = (deps: LibraryDeps) =>
  featureApp(libraryRoutes, {
    'GET /library/published': ({ caller, query }) => listPublished(deps, caller.id, query),
    'POST /library/visits': ({ caller }) => deps.published.visit(caller.id, deps.clock()),
    'GET /library/videos/{video_id}': ({ caller, params }) => libraryVideo(deps, caller.id, params.video_id),
    'GET /library/watch-later': ({ caller, query }) => listWatchLater(deps, caller.id, query),
    'PUT /library/watch-later/{video_id}': ({ caller, params }) =>
      saveForLater(deps, caller.id, params.video_id),
    'DELETE /library/watch-later/{video_id}': ({ caller, params }) =>
      deps.watchLater.remove(caller.id, params.video_id),
    'GET /library/likes': ({ caller, query }) => listLikes(deps, caller.id, query),
    'GET /library/likes/{kind}/{id}': async ({ caller, params }) => ({
      is_liked: await deps.likes.has(caller.id, params),
    }),
    'PUT /library/likes/{kind}/{id}': ({ caller, params }) => like(deps, caller.id, params),
    'DELETE /library/likes/{kind}/{id}': ({ caller, params }) => deps.likes.remove(caller.id, params),
    'GET /library/history': ({ caller, query }) => listHistory(deps, caller.id, query),
    'DELETE /library/history': ({ caller }) => deps.history.clear(caller.id, deps.clock()),
    'PUT /library/history/{video_id}': ({ caller, params, body }) =>
      noteWatched(deps, caller.id, { videoId: params.video_id, positionS: body.position_s }),
    'DELETE /library/history/{video_id}': ({ caller, params }) =>
      deps.history.remove(caller.id, params.video_id),
    'PUT /library/broadcasts/{channel_id}': ({ caller, params, body }) =>
      noteBroadcast(deps, caller.id, { channelId: params.channel_id, at: body.at }),
    'GET /library/settings': ({ caller }) => historySettings(deps, caller.id),
    'PUT /library/settings': ({ caller, body }) => changeHistorySettings(deps, caller.id, body),
  });
