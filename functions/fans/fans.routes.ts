import { fansRoutes as routes } from '#shared/channels/fans.ts';
import { featureApp } from '#functions/http/route.ts';
import { deleteFan, type FansDeps, listCollection, saveFan } from './fans.service.ts';
import { compareFans, findFans, getModel, modelStreams, modelVideos } from './finding.service.ts';
import { listFansOf, showFans } from './showing.service.ts';

export const fansApp = (deps: FansDeps) =>
  featureApp(routes, {
    'GET /fans': ({ query }) => findFans(deps, query),
    'GET /fans/channels/{channel_id}': ({ params, query }) => listCollection(deps, params.channel_id, query),
    'GET /fans/compare/{ids}': ({ params }) => compareFans(deps, params.ids),
    'GET /fans/models/{maker}/{model}': ({ params, query }) => getModel(deps, params, query),
    'GET /fans/models/{maker}/{model}/videos': ({ params, query }) => modelVideos(deps, params, query),
    'GET /fans/models/{maker}/{model}/streams': ({ params, query }) => modelStreams(deps, params, query),
    'GET /fans/streams/{channel_id}': ({ params }) =>
      listFansOf(deps, undefined, { kind: 'channel', id: params.channel_id }),
    'PUT /fans/streams': ({ caller, body }) =>
      showFans(deps, caller.id, { kind: 'channel', id: caller.id }, body.fan_ids),
    'GET /fans/videos/{video_id}': ({ caller, params }) =>
      listFansOf(deps, caller?.id, { kind: 'video', id: params.video_id }),
    'PUT /fans/videos/{video_id}': ({ caller, params, body }) =>
      showFans(deps, caller.id, { kind: 'video', id: params.video_id }, body.fan_ids),
    // Last, because `{id}` also matches `streams`.
    'PUT /fans/{id}': ({ caller, params, body }) => saveFan(deps, caller.id, params.id, body),
    'DELETE /fans/{id}': ({ caller, params }) => deleteFan(deps, caller.id, params.id),
  });
