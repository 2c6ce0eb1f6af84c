import { channelsRoutes } from '#shared/channels/channels.ts';
import { featureApp } from '#functions/http/route.ts';
import { getChannel, updateProfile, type ProfileDeps, type ChannelsDeps } from './channels.service.ts';

/** Public reads. `PATCH /streamers/status` can end a stream: see `streaming/streaming.routes.ts`. */
export const channelsApp = (deps: ChannelsDeps) =>
  featureApp(channelsRoutes, {
    'GET /streamers': ({ query }) => deps.channels.list(query),
    'GET /streamers/{username}': ({ params }) => getChannel(deps, params.username),
  });

/** Changes by the channel's owner. */
export const profileApp = (deps: ProfileDeps) =>
  featureApp(channelsRoutes, {
    'PUT /streamers/profile': ({ caller, body }) => updateProfile(deps, caller.id, body),
  });
