import { streamersRoutes } from '#shared/channels/streamers.ts';
import { featureApp } from '#functions/http/route.ts';
import { getStreamer, updateProfile, type ProfileDeps, type StreamersDeps } from './streamers.service.ts';

/** Public reads. `PATCH /streamers/status` can end a stream: see `streaming/status.routes.ts`. */
export const streamersApp = (deps: StreamersDeps) =>
  featureApp(streamersRoutes, {
    'GET /streamers': ({ query }) => deps.channels.list(query),
    'GET /streamers/{username}': ({ params }) => getStreamer(deps, params.username),
  });

/** Changes by the channel's owner. */
export const profileApp = (deps: ProfileDeps) =>
  featureApp(streamersRoutes, {
    'PUT /streamers/profile': ({ caller, body }) => updateProfile(deps, caller.id, body),
  });
