import { Hono } from 'hono/tiny';
import { streamersRoutes } from '../../shared/channels/streamers.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import {
  getStreamer,
  listStreamers,
  updateProfile,
  type ProfileDeps,
  type StreamersDeps,
} from './streamers.service.ts';

/** What anybody may read. `PATCH /streamers/status` can end a stream: see `streaming/status.routes.ts`. */
export function streamersApp(deps: StreamersDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'GET /streamers', ({ query: { live, order, limit, cursor } }) =>
    listStreamers(deps, { live, order, limit, cursor }),
  );
  serve(app, streamersRoutes, 'GET /streamers/{username}', ({ params }) =>
    getStreamer(deps, params.username),
  );
  return app;
}

/** What its owner writes on a channel. */
export function profileApp(deps: ProfileDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'PUT /streamers/profile', ({ caller, body }) =>
    updateProfile(deps, caller.id, body),
  );
  return app;
}
