import { followsRoutes } from '#shared/channels/follows.ts';
import { featureApp } from '#functions/http/route.ts';
import { follow, followedChannels, type FollowsDeps, unfollow } from './follows.service.ts';

export const followsApp = (deps: FollowsDeps) =>
  featureApp(followsRoutes, {
    'GET /follows': ({ caller }) => followedChannels(deps, caller.id),
    'GET /follows/{id}': ({ caller, params }) => deps.follows.find(caller.id, params.id),
    'POST /follows/{id}': ({ caller, params }) => follow(deps, caller.id, params.id),
    'DELETE /follows/{id}': ({ caller, params }) => unfollow(deps, caller.id, params.id),
  });
