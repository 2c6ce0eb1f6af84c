import { Hono } from 'hono/tiny';
import { fansRoutes as routes } from '../../shared/channels/fans.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { deleteFan, type FansDeps, listCollection, saveFan } from './fans.service.ts';
import { compareFans, findFans, getModel, modelStreams, modelVideos } from './finding.service.ts';
import { listFansOf, showFans } from './showing.service.ts';

export function fansApp(deps: FansDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, routes, 'GET /fans', ({ query: { limit, cursor, ...filters } }) =>
    findFans(deps, { ...filters, limit, cursor }),
  );
  serve(app, routes, 'GET /fans/channels/{channel_id}', ({ params, query: { limit, cursor } }) =>
    listCollection(deps, params.channel_id, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/compare/{ids}', ({ params }) => compareFans(deps, params.ids));
  serve(app, routes, 'GET /fans/models/{maker}/{model}', ({ params, query: { limit, cursor } }) =>
    getModel(deps, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/models/{maker}/{model}/videos', ({ params, query: { limit, cursor } }) =>
    modelVideos(deps, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/models/{maker}/{model}/streams', ({ params, query: { limit, cursor } }) =>
    modelStreams(deps, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/streams/{channel_id}', ({ params }) =>
    listFansOf(deps, undefined, { kind: 'channel', id: params.channel_id }),
  );
  serve(app, routes, 'PUT /fans/streams', ({ caller, body }) =>
    showFans(deps, caller.id, { kind: 'channel', id: caller.id }, body.fan_ids),
  );
  serve(app, routes, 'GET /fans/videos/{video_id}', ({ caller, params }) =>
    listFansOf(deps, caller?.id, { kind: 'video', id: params.video_id }),
  );
  serve(app, routes, 'PUT /fans/videos/{video_id}', ({ caller, params, body }) =>
    showFans(deps, caller.id, { kind: 'video', id: params.video_id }, body.fan_ids),
  );
  // Last, because `{id}` also matches `streams`.
  serve(app, routes, 'PUT /fans/{id}', ({ caller, params, body }) =>
    saveFan(deps, caller.id, params.id, body),
  );
  serve(app, routes, 'DELETE /fans/{id}', ({ caller, params }) => deleteFan(deps, caller.id, params.id));
  return app;
}
