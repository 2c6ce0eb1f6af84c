import { Hono } from 'hono/tiny';
import { followsRoutes } from '../../shared/channels/follows.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { follow, followedChannels, followStatus, unfollow } from './follows.service.ts';
import type { FollowsPorts } from './ports.ts';

export function followsApp(ports: FollowsPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, followsRoutes, 'GET /follows', ({ caller }) => followedChannels(ports, caller.id));
  serve(app, followsRoutes, 'GET /follows/{id}', ({ caller, params }) =>
    followStatus(ports, caller.id, params.id),
  );
  serve(app, followsRoutes, 'POST /follows/{id}', ({ caller, params }) =>
    follow(ports, caller.id, params.id),
  );
  serve(app, followsRoutes, 'DELETE /follows/{id}', ({ caller, params }) =>
    unfollow(ports, caller.id, params.id),
  );
  return app;
}
