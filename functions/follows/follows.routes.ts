import { Hono } from 'hono/tiny';
import { followsRoutes } from '../../shared/channels/follows.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { follow, followedChannels, followStatus, type FollowsDeps, unfollow } from './follows.service.ts';

export function followsApp(deps: FollowsDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, followsRoutes, 'GET /follows', ({ caller }) => followedChannels(deps, caller.id));
  serve(app, followsRoutes, 'GET /follows/{id}', ({ caller, params }) =>
    followStatus(deps, caller.id, params.id),
  );
  serve(app, followsRoutes, 'POST /follows/{id}', ({ caller, params }) => follow(deps, caller.id, params.id));
  serve(app, followsRoutes, 'DELETE /follows/{id}', ({ caller, params }) =>
    unfollow(deps, caller.id, params.id),
  );
  return app;
}
