import { Hono } from 'hono/tiny';
import { streamersRoutes } from '../../shared/streamers.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { getStreamer, listStreamers, updateProfile } from './streamers.service.ts';
import type { StreamersPorts } from './ports.ts';

/** All but `PATCH /streamers/status`, which can end a stream: see `streaming/status.routes.ts`. */
export function streamersApp(ports: StreamersPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, streamersRoutes, 'GET /streamers', ({ query: { live, order, limit, cursor } }) =>
    listStreamers(ports, { live, order, limit, cursor }),
  );
  serve(app, streamersRoutes, 'GET /streamers/{username}', ({ params }) =>
    getStreamer(ports, params.username),
  );
  serve(app, streamersRoutes, 'PUT /streamers/profile', ({ caller, body }) =>
    updateProfile(ports, caller.id, body),
  );
  return app;
}
