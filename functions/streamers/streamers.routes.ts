import { streamersRoutes } from '../../shared/channels/streamers.ts';
import { featureApp } from '../http/route.ts';
import {
  getStreamer,
  listStreamers,
  updateProfile,
  type ProfileDeps,
  type StreamersDeps,
} from './streamers.service.ts';

/** What anybody may read. `PATCH /streamers/status` can end a stream: see `streaming/status.routes.ts`. */
export const streamersApp = (deps: StreamersDeps) =>
  featureApp(streamersRoutes, {
    'GET /streamers': ({ query: { live, order, limit, cursor } }) =>
      listStreamers(deps, { live, order, limit, cursor }),
    'GET /streamers/{username}': ({ params }) => getStreamer(deps, params.username),
  });

/** What its owner writes on a channel. */
export const profileApp = (deps: ProfileDeps) =>
  featureApp(streamersRoutes, {
    'PUT /streamers/profile': ({ caller, body }) => updateProfile(deps, caller.id, body),
  });
