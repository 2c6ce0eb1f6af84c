import { Hono } from 'hono/tiny';
import { fansRoutes as routes } from '../../shared/channels/fans.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { deleteFan, listCollection, saveFan } from './fans.service.ts';
import { compareFans, findFans, getModel, modelStreams, modelVideos } from './finding.service.ts';
import type { FansPorts } from './ports.ts';
import { listFansOf, showFans } from './showing.service.ts';

export function fansApp(ports: FansPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, routes, 'GET /fans', ({ query: { limit, cursor, ...looked } }) =>
    findFans(ports, { ...looked, limit, cursor }),
  );
  serve(app, routes, 'GET /fans/channels/{channel_id}', ({ params, query: { limit, cursor } }) =>
    listCollection(ports, params.channel_id, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/compare/{ids}', ({ params }) => compareFans(ports, params.ids));
  serve(app, routes, 'GET /fans/models/{maker}/{model}', ({ params, query: { limit, cursor } }) =>
    getModel(ports, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/models/{maker}/{model}/videos', ({ params, query: { limit, cursor } }) =>
    modelVideos(ports, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/models/{maker}/{model}/streams', ({ params, query: { limit, cursor } }) =>
    modelStreams(ports, params, { limit, cursor }),
  );
  serve(app, routes, 'GET /fans/streams/{channel_id}', ({ params }) =>
    listFansOf(ports, undefined, { kind: 'channel', id: params.channel_id }),
  );
  serve(app, routes, 'PUT /fans/streams', ({ caller, body }) =>
    showFans(ports, caller.id, { kind: 'channel', id: caller.id }, body.fan_ids),
  );
  serve(app, routes, 'GET /fans/videos/{video_id}', ({ caller, params }) =>
    listFansOf(ports, caller?.id, { kind: 'video', id: params.video_id }),
  );
  serve(app, routes, 'PUT /fans/videos/{video_id}', ({ caller, params, body }) =>
    showFans(ports, caller.id, { kind: 'video', id: params.video_id }, body.fan_ids),
  );
  // After what `streams` could be taken for.
  serve(app, routes, 'PUT /fans/{id}', ({ caller, params, body }) =>
    saveFan(ports, caller.id, params.id, body),
  );
  serve(app, routes, 'DELETE /fans/{id}', ({ caller, params }) => deleteFan(ports, caller.id, params.id));
  return app;
}
